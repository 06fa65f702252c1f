/// The style sheet of a recording's page.
enum PageStyle {
  /// The hash of the style sheet, by which the page's content security policy permits it.
  static let hash = "v0MItC+ha/i1npHkw4Bk2gLdAF/jpv8xX+orItorPbs="

  /// The style sheet.
  static let text = #"""

    :root {
      color-scheme: light dark;
      --paper: #faf9f6; --card: #ffffff; --ink: #22262b; --soft: #646b75; --faint: #e5e2da; --line: #cfcbc0;
      --test: #2f6fa8; --back: #2e7d5b; --effect: #7256a8; --clock: #9a6a14; --bad: #b8322a; --race: #b4520f;
      --glow: #fdf1d0; --hot: #e0a526; --changed: #e3f2e8; --slide: #a06d08; --bar: #a892d6;
      --text: system-ui, -apple-system, "Segoe UI", "Noto Sans", sans-serif;
      --mono: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15181c; --card: #1d2126; --ink: #e6e4df; --soft: #9aa2ad; --faint: #2b3037; --line: #3d444d;
        --test: #79b4e8; --back: #7cc8a4; --effect: #b9a2ea; --clock: #dcb15c; --bad: #f08a80; --race: #f0a163;
        --glow: #37301c; --hot: #d6a032; --changed: #1f3a2c; --slide: #d6a032; --bar: #7a64b0;
      }
    }
    * { box-sizing: border-box; }
    [hidden] { display: none !important; }
    html { background: var(--paper); color: var(--ink); font: 16px/1.5 var(--text); }
    body { margin: 0 auto; max-width: 76rem; padding: 1.5rem clamp(0.9rem, 3vw, 2.25rem) 4rem; }
    h1 { font-size: 1.15rem; font-weight: 600; letter-spacing: -0.01em; margin: 0; }
    .title { font-size: 1.7rem; line-height: 1.2; font-weight: 650; letter-spacing: -0.02em; margin: 0.4rem 0 0.2rem; overflow-wrap: anywhere; }
    h3 { font-size: 0.95rem; margin: 0; font-weight: 650; }
    p { margin: 0.4rem 0; max-width: 70ch; }
    code, pre, .value, .key, .diff, .names, td.x { font-family: var(--mono); font-size: 0.86em; }
    code, pre, .value, .diff li { overflow-wrap: anywhere; white-space: pre-wrap; }
    pre { margin: 0; }
    code, .value, .key, .x, .i, .title, #now b, #names span { unicode-bidi: isolate; }
    a { color: var(--test); text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
    small { font-size: 0.82em; color: var(--soft); }
    .quiet, .summary, .lead { color: var(--soft); }
    .summary { margin-bottom: 1rem; }
    :focus-visible { outline: 3px solid var(--hot); outline-offset: 2px; border-radius: 4px; }
    header { display: flex; flex-wrap: wrap; gap: 0.4rem 1.6rem; align-items: baseline; padding-bottom: 0.8rem;
      border-bottom: 1px solid var(--line); margin-bottom: 1rem; }
    header p { margin: 0; color: var(--soft); font-size: 0.9rem; }
    #choose { flex-basis: 100%; display: flex; flex-wrap: wrap; gap: 0.15rem 0.3rem; font-size: 0.9rem; }
    #choose a { color: var(--soft); text-decoration: none; padding: 0.15rem 0.6rem; border-radius: 1rem; }
    #choose a:hover { background: var(--faint); }
    #choose a[aria-current] { background: var(--ink); color: var(--paper); }

    /* The picture. */
    #player { margin: 0.6rem 0 2rem; }
    #stage { display: grid; grid-template-columns: minmax(0, 1fr) 6.2rem minmax(0, 1fr) 6.2rem minmax(0, 1fr); align-items: stretch; }
    .panel { background: var(--card); border: 1.5px solid var(--line); border-radius: 12px; padding: 0.7rem 0.95rem 0.9rem;
      height: 15rem; display: flex; flex-direction: column; }
    .panel header { display: block; border: 0; margin: 0; padding: 0 0 0.35rem; }
    .panel header div { display: flex; justify-content: space-between; gap: 0.5rem; }
    .panel .of { font: 0.82rem var(--mono); color: var(--soft); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
    .panel .role { font-size: 0.82rem; margin: 0; color: var(--soft); }
    /* The padding holds what juts out of the lines, so that nothing scrolls sideways. */
    .panel .body { overflow: auto; flex: 1; margin: 0 -0.35rem; padding: 0 0.35rem; }
    .wire { display: flex; flex-direction: column; justify-content: center; gap: 1.4rem; font-size: 0.78rem; color: var(--soft); }
    .wire span { position: relative; text-align: center; padding-bottom: 0.55rem; }
    .wire span::after { content: ""; position: absolute; left: 0.35rem; right: 0.35rem; bottom: 0; height: 2px; background: var(--line); }
    .wire span::before { content: ""; position: absolute; bottom: -4px; border: 5px solid transparent; z-index: 1; }
    .wire .east::before { right: 0.1rem; border-left-color: var(--line); border-right-width: 0; }
    .wire .west::before { left: 0.1rem; border-right-color: var(--line); border-left-width: 0; }
    .panel.lit { border-color: var(--hot); background: var(--glow); box-shadow: 0 0 0 3px color-mix(in srgb, var(--hot) 25%, transparent); }
    .wire .lit { color: var(--ink); font-weight: 650; }
    .wire .lit::after { background: var(--hot); height: 3px; }
    .wire .lit.east::before { border-left-color: var(--hot); }
    .wire .lit.west::before { border-right-color: var(--hot); }
    .bad .panel.lit { border-color: var(--bad); box-shadow: 0 0 0 3px color-mix(in srgb, var(--bad) 25%, transparent); }
    @media (prefers-reduced-motion: no-preference) {
      .lit { animation: light 0.45s ease-out backwards; }
      .second { animation-delay: 0.12s; } .third { animation-delay: 0.24s; }
      .fourth { animation-delay: 0.36s; } .fifth { animation-delay: 0.48s; }
      @keyframes light { from { background: transparent; border-color: var(--line); box-shadow: none; opacity: 0.75; } }
    }
    .line { display: flex; gap: 0.6rem; padding: 0.1rem 0.35rem; margin: 0 -0.35rem; border-radius: 5px; }
    .key { color: var(--soft); flex: none; }
    .line.big { display: block; } .line.big .key { display: block; } .line.big .value { font: 650 2.6rem/1.2 var(--text); }
    .line.changed { background: var(--changed); }
    .line.changed .value { font-weight: 650; }
    .toast { color: var(--clock); font-family: var(--mono); font-size: 0.86em; overflow-wrap: anywhere; }
    .past { opacity: 0.5; }
    .message { margin-top: 0; }
    .diff, .running { list-style: none; padding: 0; margin: 0.3rem 0 0; }
    .diff li { border-left: 3px solid var(--back); padding: 0.05rem 0 0.05rem 0.55rem; margin: 0.25rem 0; }
    .running li { padding: 0.15rem 0.35rem; margin: 0 -0.35rem; border-radius: 5px; overflow-wrap: anywhere; }
    .running li.own { background: color-mix(in srgb, var(--effect) 16%, transparent); }
    .running li span { color: var(--soft); font-size: 0.88em; }
    #keys { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0 0 1rem; }
    button { font: inherit; color: var(--ink); background: var(--card); border: 1.5px solid var(--line); border-radius: 8px;
      padding: 0.28rem 0.75rem; cursor: pointer; }
    button:hover:not(:disabled) { border-color: var(--hot); }
    button:disabled { opacity: 0.4; cursor: default; }
    #keys button { font-size: 1.05rem; padding: 0.45rem 1.1rem; font-weight: 600; }
    #keys button.plain { font-weight: 400; border-color: transparent; background: none; color: var(--soft); font-size: 0.95rem; }
    .controls svg { width: 0.85rem; height: 0.85rem; fill: currentColor; display: block; margin: 0.35rem 0; }
    .controls { display: flex; align-items: center; gap: 0.45rem; margin: 1rem 0 0.4rem; }
    #slider { flex: 1; min-width: 6rem; accent-color: var(--slide); height: 1.6rem; }
    #position { font: 0.88rem var(--mono); color: var(--soft); min-width: 5.2rem; text-align: right; }
    #now { font-size: 1.05rem; min-height: 1.7rem; margin: 0.6rem 0 0.2rem; overflow-wrap: anywhere; max-width: none;
      max-height: 9rem; overflow-y: auto; }
    .tag { font-size: 0.76rem; font-weight: 650; padding: 0.12rem 0.5rem; border-radius: 1rem; background: var(--faint);
      vertical-align: 0.1em; white-space: nowrap; }
    .tag.input { background: color-mix(in srgb, var(--test) 20%, transparent); }
    .tag.feedback { background: color-mix(in srgb, var(--back) 24%, transparent); }
    .tag.failure, .tag.failed { background: color-mix(in srgb, var(--bad) 24%, transparent); }
    .tag.deviation { background: color-mix(in srgb, var(--race) 26%, transparent); }
    #why { font-size: 0.86rem; color: var(--soft); min-height: 1.6rem; max-width: none; }
    .jump { border: 0; background: none; padding: 0 0.15rem; color: var(--test); font-size: inherit; text-decoration: underline;
      text-underline-offset: 0.15em; text-decoration-thickness: 1px; }
    #alarm, .races li, .failures li { border-left: 4px solid var(--race); background: color-mix(in srgb, var(--race) 11%, transparent);
      padding: 0.3rem 0.9rem; border-radius: 0 8px 8px 0; overflow-wrap: anywhere; }
    #alarm p { max-width: none; }
    #alarm:has(.fails), .failures li { border-color: var(--bad); }
    .fails b, .failures b { color: var(--bad); }
    .races, .failures { list-style: none; padding: 0; }
    .races li, .failures li { margin: 0.4rem 0; font-size: 0.92rem; }

    /* The lanes. */
    #lanes { display: flex; border: 1px solid var(--line); border-radius: 12px; background: var(--card); overflow: hidden; margin-top: 0.6rem; }
    #names { list-style: none; margin: 0; padding: 8px 0 0; width: 12rem; flex: none; border-right: 1px solid var(--faint); }
    #names li { display: flex; height: 28px; padding: 0 0.5rem 0 0.9rem; font: 0.78rem/28px var(--mono); white-space: pre; color: var(--effect); }
    #names span { overflow: hidden; text-overflow: ellipsis; } #names b { flex: none; font-weight: inherit; }
    #names .test { color: var(--test); } #names .store { color: var(--ink); font-weight: 650; } #names .clock { color: var(--clock); }
    #drawing { overflow-x: auto; flex: 1; }
    #drawing svg { display: block; cursor: pointer; }
    .rail { stroke: var(--faint); } .tick { stroke: var(--clock); stroke-dasharray: 2 4; opacity: 0.55; }
    .bar { fill: var(--bar); opacity: 0.75; } .bar.cancelled, .bar.left { opacity: 0.35; } .bar.failed { fill: var(--bad); }
    .idle { fill: var(--card); opacity: 0.9; } .word { font: 650 10px var(--text); fill: var(--race); }
    .arrow { fill: none; stroke: var(--soft); stroke-width: 1.5; }
    .arrow.input, .arrow.answered { stroke: var(--test); } .arrow.feedback { stroke: var(--back); }
    .arrow.started { stroke: var(--effect); } .arrow.output { stroke: var(--clock); } .arrow.cancelled { stroke: var(--bad); stroke-dasharray: 3 3; }
    .dot { fill: var(--soft); } .dot.input { fill: var(--test); } .dot.feedback { fill: var(--back); } .dot.output, .dot.clock { fill: var(--clock); }
    .dot.failed, .dot.dropped { fill: var(--bad); } .dot.called, .dot.slept, .dot.woke, .dot.used, .dot.finished { fill: var(--effect); }
    .time { font: 10px var(--mono); fill: var(--clock); } .swap { font: 700 13px var(--text); fill: var(--race); }
    .cross { stroke: var(--bad); stroke-width: 3; fill: none; }
    .band.bad { fill: var(--bad); opacity: 0.15; } .band.odd { fill: var(--race); opacity: 0.16; }
    .race { fill: none; stroke: var(--race); stroke-width: 2; }
    .cursor { fill: var(--hot); opacity: 0.22; }
    .chain path { fill: none; stroke: var(--hot); stroke-width: 2; opacity: 0.65; } .chain circle { fill: none; stroke: var(--hot); stroke-width: 2; }
    #lanes[hidden] + .legend { display: none; }
    .legend { font-size: 0.8rem; color: var(--soft); max-width: none; margin: 0.35rem 0 0; }

    /* The tables, which are all there is without a script. */
    .recording { margin-top: 2rem; }
    table { border-collapse: collapse; width: 100%; font-size: 0.88rem; }
    caption { text-align: left; font-weight: 650; font-size: 1rem; padding: 1.2rem 0 0.4rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.3rem 0.7rem 0.3rem 0; border-top: 1px solid var(--faint); font-weight: 400; }
    thead th { color: var(--soft); font-size: 0.8rem; border-top: 0; }
    tbody th, .t { font-family: var(--mono); font-size: 0.82rem; color: var(--soft); white-space: nowrap; }
    td ul { list-style: none; padding: 0; margin: 0; font-family: var(--mono); font-size: 0.86em; overflow-wrap: anywhere; }
    td li { white-space: pre-wrap; }
    .x { overflow-wrap: anywhere; }
    .i { color: var(--soft); }
    tr[data-k=failure] { color: var(--bad); } tr[data-k=deviation] { background: color-mix(in srgb, var(--race) 12%, transparent); }
    tr[aria-current] { background: var(--glow); }
    .scroll { overflow-x: auto; } .trace { min-width: 46rem; } .effects { min-width: 40rem; }
    .alive .races, .alive .failures { display: none; }
    details { margin-top: 0.2rem; } summary { color: var(--soft); cursor: pointer; font-size: 0.82rem; }
    footer { margin-top: 3rem; color: var(--soft); font-size: 0.82rem; border-top: 1px solid var(--line); padding-top: 0.8rem; }
    @media (max-width: 54rem) {
      #stage { grid-template-columns: minmax(0, 1fr); }
      .panel { height: auto; min-height: 6rem; max-height: 16rem; }
      .wire { flex-direction: row; gap: 2.5rem; padding: 0.35rem 0 0.75rem; }
      .wire span { padding: 0 0 0 1.1rem; }
      .wire span::after { left: 0.3rem; right: auto; top: 0; bottom: 0; width: 2px; height: auto; }
      .wire .lit::after { width: 3px; height: auto; }
      .wire span::before { border: 5px solid transparent; }
      .wire .east::before { left: 0.05rem; right: auto; bottom: -5px; border-width: 5px 5px 0; border-color: var(--line) transparent; }
      .wire .west::before { left: 0.05rem; top: -5px; bottom: auto; border-width: 0 5px 5px; border-color: var(--line) transparent; }
      .wire .lit.east::before, .wire .lit.west::before { border-color: var(--hot) transparent; }
      #names { width: 6.5rem; }
      #names li { padding-left: 0.5rem; }
      .controls { flex-wrap: wrap; position: sticky; bottom: 0; z-index: 2; background: var(--paper); padding: 0.4rem 0; }
      #slider { flex-basis: 100%; order: 3; }
    }
    @media print { #player, #choose { display: none; } .recording { display: block !important; } }

    """#
}
