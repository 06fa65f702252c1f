/// The script of a recording's page.
enum PageScript {
  /// The hash of the script, by which the page's content security policy permits it.
  ///
  /// After a change of the script, copy the hash from the failure of `RecordingPageTests`.
  static let hash = "VTal4TS2G9qW57sYxW8poWo4eqAN3R1r+D9V90o8JXo="

  /// The script. It reads the tables of the page, and never converts text to markup.
  static let text = #"""

    'use strict';
    (() => {
      const one = (selector, root = document) => root.querySelector(selector);
      const all = (selector, root = document) => [...root.querySelectorAll(selector)];
      const make = (tag, attributes = {}, ...children) => {
        const svg = ['svg', 'g', 'line', 'rect', 'path', 'circle', 'text', 'title'].includes(tag);
        const node = svg ? document.createElementNS('http://www.w3.org/2000/svg', tag) : document.createElement(tag);
        for (const [name, value] of Object.entries(attributes)) {
          if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
          else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value);
        }
        node.append(...children.filter((child) => child !== null && child !== undefined));
        return node;
      };
      const number = (value) => (value === undefined || value === '' ? null : Number(value));

      // Reading the tables.
      const readEntry = (row) => ({
        number: number(row.dataset.n), kind: row.dataset.k, store: number(row.dataset.s) || 1,
        own: row.dataset.s !== undefined, effect: number(row.dataset.e), cause: number(row.dataset.c),
        time: one('.t', row).textContent, text: one('.x', row).textContent,
        detail: (one('.i', row) || {}).textContent || '',
        changes: all('li', row).map((item) => item.textContent),
        state: one('pre', row) ? one('pre', row).textContent : null,
        place: one('.p a, .p span', row), row,
      });
      const readRecording = (section) => ({
        section, title: one('.title', section).textContent, clicks: false,
        stores: all('.stores tbody tr', section).map((row) => ({
          name: one('.x', row).textContent, state: one('pre', row).textContent })),
        effects: all('.effects tbody tr', section).map((row) => ({
          number: number(row.dataset.n), store: number(row.dataset.s), name: row.dataset.name || '',
          label: one('.x', row).textContent, nth: row.dataset.nth || '', from: number(row.dataset.a), to: number(row.dataset.z),
          end: row.dataset.end || '', waits: one('.w', row).textContent, place: one('.p a, .p span', row), last: 0 })),
        entries: all('.trace tbody tr[data-k]', section).map(readEntry),
        failures: all('.failures li', section).map((item) => ({ first: number(item.dataset.a), text: one('span', item).textContent })),
        races: all('.races li', section).map((item) => ({
          first: number(item.dataset.a), second: number(item.dataset.b), text: one('span', item).textContent })),
      });
      const withLast = (recording) => {
        const effects = new Map(recording.effects.map((effect) => [effect.number, effect]));
        for (const entry of recording.entries) if (effects.has(entry.effect)) effects.get(entry.effect).last = entry.number;
        return recording;
      };
      const readClicks = (section) => {
        const steps = new Map();
        for (const body of all('.trace tbody', section)) {
          const known = steps.get(body.dataset.from) || new Map();
          known.set(body.dataset.click, { to: body.dataset.to, entries: all('tr[data-k]', body).map(readEntry) });
          steps.set(body.dataset.from, known);
        }
        const recording = readRecording(section);
        return Object.assign(recording, { clicks: true, steps, at: '0', count: 0, entries: [], effects: [], races: [], failures: [] });
      };
      const recordings = all('section.recording').map((section) =>
        section.dataset.clicks === undefined ? withLast(readRecording(section)) : readClicks(section));
      if (recordings.length === 0 || !one('#player')) return;

      // The parts of the page.
      const player = one('#player'), slider = one('#slider'), now = one('#now'), why = one('#why'), alarm = one('#alarm');
      const panels = { view: one('#view'), reducer: one('#reducer'), environment: one('#environment') };
      const lanesBox = one('#lanes'), names = one('#names'), drawing = one('#drawing'), keys = one('#keys');
      const calm = matchMedia('(prefers-reduced-motion: reduce)');
      let current = recordings[0], step = 0, cursor = null, chainLayer = null, width = 22, timer = null;
      const entryOf = (n) => current.entries[n - (current.entries.length ? current.entries[0].number : 1)];
      const words = {
        input: 'The test sends', feedback: 'Feedback', output: 'Output', started: 'Effect starts', finished: 'Effect ends',
        cancelled: 'Effect is cancelled', failed: 'Effect fails', dropped: 'Dropped', called: 'Call', answered: 'Answer',
        used: 'Uses', slept: 'Sleeps', woke: 'Wakes', clock: 'Time passes', deviation: 'Out of the default order',
        failure: 'The test fails',
      };
      const lights = {
        input: ['view', 'action', 'reducer', 'state'], feedback: ['environment', 'feedback', 'reducer', 'state', 'view'],
        output: ['reducer', 'output', 'view'], started: ['reducer', 'effect', 'environment'], finished: ['environment'],
        cancelled: ['reducer', 'effect', 'environment'], failed: ['environment', 'bad'], dropped: ['environment', 'drop'],
        called: ['environment'], answered: ['environment'], used: ['environment'], slept: ['environment'],
        woke: ['environment'], clock: ['environment'], deviation: ['odd'], failure: ['view', 'bad'],
      };
      const word = (kind) => current.clicks && kind === 'input' ? 'The user clicks' : words[kind];
      const effectOf = (entry) => current.effects.find((effect) => effect.number === entry.effect);
      const actor = (entry) => (effectOf(entry) || {}).label || (entry.kind === 'clock' ? 'the clock' : 'the test');
      // Work that an effect started may outlive it. An effect whose call is never answered keeps waiting.
      const end = (effect) => effect.to && Math.max(effect.to, effect.end === 'finished' ? effect.last : 0);
      const waits = (entry) => ['slept', 'called'].includes(entry.kind) || (entry.kind === 'answered' && entry.detail === 'never returns');
      const isMessage = (entry) => entry.kind === 'input' || entry.kind === 'feedback';

      // The lanes: test, stores, effects, clock. Effects of one name share a lane where they do not overlap.
      const layOut = () => {
        const lanes = [{ label: current.clicks ? 'user' : 'test', kind: 'test', store: 0 }], of = new Map();
        current.stores.forEach((store, index) => {
          lanes.push({ label: store.name, kind: 'store', store: index + 1 });
          const mine = [];
          for (const effect of current.effects.filter((effect) => effect.store === index + 1)) {
            let lane = current.effects.length > 8
              ? mine.find((lane) => lane.name === effect.name && effect.name && lane.end < effect.from) : null;
            if (!lane && lanes.length >= 40) lane = mine[mine.length - 1];
            if (!lane) {
              lane = { label: effect.label, nth: effect.nth, name: effect.name, kind: 'effect', store: index + 1 };
              mine.push(lane);
              lanes.push(lane);
            } else Object.assign(lane, { label: effect.name || lane.label, nth: '' });
            lane.end = end(effect) || Infinity;
            of.set(effect.number, lane);
          }
        });
        lanes.push({ label: 'clock', kind: 'clock', store: 0 });
        lanes.forEach((lane, index) => { lane.y = 22 + index * 28; });
        return { lanes, of, store: (n) => lanes.find((lane) => lane.kind === 'store' && lane.store === n) || lanes[0],
          clock: lanes[lanes.length - 1], test: lanes[0], height: 44 + (lanes.length - 1) * 28 };
      };
      const x = (n) => (n - current.entries[0].number + 0.5) * width;
      const arrow = (from, to, at, kind) => {
        const tip = to + (from < to ? -5 : 5), wing = from < to ? -5 : 5;
        return make('path', { class: 'arrow ' + kind,
          d: `M${at} ${from}V${tip}M${at - 4} ${tip + wing}L${at} ${tip}L${at + 4} ${tip + wing}` });
      };
      const drawLanes = () => {
        names.replaceChildren();
        drawing.replaceChildren();
        const count = current.entries.length;
        lanesBox.hidden = count === 0;
        if (count === 0) return;
        width = Math.max(14, Math.min(64, Math.floor((drawing.clientWidth - 10) / count)));
        const { lanes, of, store, clock, test, height } = layOut();
        for (const lane of lanes) {
          const nth = lane.nth || '', label = lane.label.slice(0, lane.label.length - nth.length);
          names.append(make('li', { class: lane.kind, title: lane.label }, make('span', {}, label), nth && make('b', {}, nth)));
        }
        const svg = make('svg', { width: count * width, height, viewBox: `0 0 ${count * width} ${height}`, role: 'img',
          'aria-label': 'The events, from left to right. The table below lists the same events.' });
        const back = make('g'), bars = make('g'), marks = make('g'), top = make('g');
        for (const lane of lanes) back.append(make('line', { class: 'rail', x1: 0, x2: count * width, y1: lane.y, y2: lane.y }));
        const last = current.entries[count - 1].number, first = current.entries[0].number;
        for (const effect of current.effects) {
          const lane = of.get(effect.number), from = Math.max(effect.from, first), to = Math.max(effect.to || last, first), over = end(effect);
          if (over && over < first) continue;
          const bar = (from, to, kind) => bars.append(make('rect', { class: 'bar ' + kind, x: x(from) - 4, y: lane.y - 7, rx: 4, height: 14,
            width: Math.max(8, x(to) - x(from) + 8) }, make('title', {}, effect.label)));
          bar(from, to, effect.end || 'open');
          if (over > to) bar(to, over, 'left');
          let idle = null;
          for (const entry of current.entries) {
            if (entry.effect !== effect.number) continue;
            if (idle !== null) bars.append(make('rect', { class: 'idle', x: x(idle), y: lane.y - 3, height: 6,
              width: Math.max(0, x(entry.number) - x(idle)) }));
            idle = waits(entry) || (entry.kind === 'finished' && over > entry.number) ? entry.number : null;
          }
          if (idle !== null && !effect.to) bars.append(make('rect', { class: 'idle', x: x(idle), y: lane.y - 3, height: 6,
            width: Math.max(0, x(last) - x(idle)) }));
        }
        for (const entry of current.entries) {
          const at = x(entry.number), own = of.get(entry.effect), home = store(entry.store);
          const lane = own || (entry.kind === 'clock' ? clock : entry.kind === 'failure' ? test : home);
          const dot = (y, r = 4) => marks.append(make('circle', { class: 'dot ' + entry.kind, cx: at, cy: y, r },
            make('title', {}, `#${entry.number} ${word(entry.kind)} ${entry.text}`)));
          switch (entry.kind) {
            case 'input': marks.append(arrow(test.y, home.y, at, 'input')); dot(home.y, 5); break;
            case 'feedback': if (own) marks.append(arrow(own.y, home.y, at, 'feedback')); dot(home.y, 5); break;
            case 'output': marks.append(arrow(home.y, test.y, at, 'output')); dot(test.y, 4); break;
            case 'started': marks.append(arrow(home.y, lane.y, at, 'started')); break;
            case 'cancelled': marks.append(arrow(entry.cause ? home.y : test.y, lane.y, at, 'cancelled')); break;
            case 'clock':
              back.append(make('line', { class: 'tick', x1: at, x2: at, y1: 8, y2: clock.y }));
              marks.append(make('text', { class: 'time', x: at, y: clock.y + 17, 'text-anchor': 'middle' }, entry.time));
              dot(clock.y); break;
            case 'answered': marks.append(arrow(test.y, lane.y, at, 'answered')); break;
            case 'failure':
              back.append(make('rect', { class: 'band bad', x: at - width / 2, y: 0, width, height }));
              marks.append(make('path', { class: 'cross', d: `M${at - 5} ${test.y - 5}l10 10m0 -10l-10 10` })); break;
            case 'deviation':
              back.append(make('rect', { class: 'band odd', x: at - width / 2, y: 0, width, height }));
              marks.append(make('text', { class: 'swap', x: at, y: test.y + 4, 'text-anchor': 'middle' }, '⇄')); break;
            default: dot(lane.y, 3);
          }
        }
        for (const race of current.races) {
          if (!entryOf(race.first) || !entryOf(race.second)) continue;
          const y = store(entryOf(race.first).store).y, a = x(race.first), b = x(race.second);
          const arc = make('path', { class: 'race', d: `M${a} ${y - 6}Q${(a + b) / 2} ${y - 24} ${b} ${y - 6}` });
          arc.append(make('title', {}, race.text));
          top.append(arc);
          if (b - a > 30) top.append(make('text', { class: 'word', x: (a + b) / 2, y: y - 19, 'text-anchor': 'middle' }, 'race'));
        }
        cursor = make('rect', { class: 'cursor', y: 0, width, height });
        chainLayer = make('g', { class: 'chain' });
        svg.append(cursor, back, bars, marks, top, chainLayer);
        svg.addEventListener('click', (event) => {
          const box = svg.getBoundingClientRect();
          go(Math.min(count, Math.max(1, Math.ceil((event.clientX - box.left) / width))));
        });
        drawing.append(svg);
        current.layout = { of, store, clock, test };
      };

      // One step.
      const stateAt = (store, index) => {
        for (let i = index - 1; i >= 0; i--) {
          const entry = current.entries[i];
          if (entry.store === store && entry.state !== null) return entry.state;
        }
        return (current.stores[store - 1] || { state: '' }).state;
      };
      const jump = (n, label) => make('button', { class: 'jump', type: 'button', onclick: () => go(indexOf(n)) }, label);
      const indexOf = (n) => n - current.entries[0].number + 1;
      const showView = (entry) => {
        const store = entry ? entry.store : 1, before = step > 0 ? stateAt(store, step - 1) : null;
        const old = new Set((before || '').split('\n')), body = one('.body', panels.view);
        const lines = stateAt(store, step).split('\n').map((line) => {
          const changed = before !== null && !old.has(line), cut = line.indexOf(': ');
          const node = make('div', { class: changed ? 'line changed' : 'line' });
          if (cut > 0 && /^[\p{L}\p{N}_$]+$/u.test(line.slice(0, cut))) {
            node.append(make('span', { class: 'key' }, line.slice(0, cut)), make('span', { class: 'value' }, line.slice(cut + 2)));
          } else node.append(make('span', { class: 'value' }, line));
          return node;
        });
        if (current.clicks) lines[0].classList.add('big');
        body.replaceChildren(...lines);
        if (entry && entry.kind === 'output') body.append(make('p', { class: 'toast' }, '↗ ' + entry.text));
        one('.of', panels.view).textContent = (current.stores[store - 1] || { name: '' }).name;
      };
      const showReducer = (entry) => {
        const body = one('.body', panels.reducer);
        let index = step - 1;
        while (index >= 0 && !isMessage(current.entries[index])) index--;
        const message = current.entries[index];
        if (!message) return body.replaceChildren(make('p', { class: 'quiet' }, 'The reducer has received no message yet.'));
        const parts = [make('p', { class: 'message' }, make('small', {}, message.kind === 'input' ? 'action ' : 'feedback '),
          make('code', {}, message.text))];
        if (message.changes.length === 0) parts.push(make('p', { class: 'quiet' }, 'leaves the state unchanged'));
        else parts.push(make('ul', { class: 'diff' }, ...message.changes.map((change) => make('li', {}, change))));
        body.replaceChildren(...parts);
        body.classList.toggle('past', message !== entry);
      };
      const showEnvironment = (entry) => {
        const body = one('.body', panels.environment), n = entry ? entry.number : 0;
        let time = '0 s';
        for (let i = 0; i < step; i++) time = current.entries[i].time || time;
        one('.of', panels.environment).textContent = time;
        const running = current.effects.filter((effect) => effect.from <= n && (!effect.to || end(effect) >= n));
        const items = running.slice(0, 12).map((effect) => {
          let status = 'is running';
          for (const other of current.entries.slice(0, step)) {
            if (other.effect !== effect.number) continue;
            if (other.kind === 'slept') status = 'sleeps ' + other.detail;
            else if (other.kind === 'called') status = 'waits for ' + other.text;
            else if (other.kind === 'answered') status = other.text + ' ' + other.detail;
            else if (other.kind === 'used') status = 'uses ' + other.text;
            else if (other.kind === 'finished') status = effect.last > other.number ? 'has returned, and its tasks still run' : 'has finished';
            else if (other.kind === 'cancelled') status = 'is cancelled';
            else if (other.kind === 'failed') status = 'has failed: ' + other.detail;
            else status = 'is running';
          }
          if (step === current.entries.length && !effect.to && effect.waits) status = effect.waits;
          const own = entry && entry.effect === effect.number;
          return make('li', { class: own ? 'own' : null }, make('code', {}, effect.label), ' ', make('span', {}, status));
        });
        if (running.length > 12) items.push(make('li', {}, `and ${running.length - 12} more`));
        body.replaceChildren(items.length ? make('ul', { class: 'running' }, ...items)
          : make('p', { class: 'quiet' }, 'No effect is running.'));
      };
      const sentence = (entry) => {
        switch (entry.kind) {
          case 'feedback': return effectOf(entry) ? [make('b', {}, actor(entry)), ' sends the feedback ', make('code', {}, entry.text)]
            : [make('code', {}, entry.text), ' ', entry.detail];
          case 'cancelled': return [make('code', {}, actor(entry)), entry.cause ? '' : ' by the test'];
          case 'answered': return [make('code', {}, entry.text), ' ', entry.detail];
          case 'called': return [make('b', {}, actor(entry)), ' calls ', make('code', {}, entry.text)];
          case 'used': return [make('b', {}, actor(entry)), ' uses ', make('code', {}, entry.text)];
          case 'slept': return [make('b', {}, entry.text), ' sleeps ', entry.detail];
          case 'dropped': return [make('code', {}, entry.text), ' is dropped: ', make('b', {}, actor(entry)), ' was cancelled'];
          case 'clock': return [entry.text];
          case 'deviation': return ['Against the default order: ', make('b', {}, entry.text), ' ', entry.detail];
          case 'failure': return [entry.text, ' ', make('small', {}, entry.detail)];
          default: return [make('code', {}, entry.text), entry.detail ? ' ' + entry.detail : ''];
        }
      };
      const showWords = (entry) => {
        one('#position').textContent = `${step} / ${current.entries.length}`;
        const start = current.clicks ? 'Click a button, and follow what happens.'
          : 'This is the first state. Step with the arrow keys, or drag the slider.';
        now.replaceChildren(...(entry ? [make('span', { class: 'tag ' + entry.kind }, word(entry.kind)), ' ', ...sentence(entry)] : [start]));
        if (entry && entry.place) now.append(' ', entry.place.cloneNode(true));
        why.replaceChildren();
        alarm.replaceChildren();
        alarm.hidden = true;
        if (!entry) {
          alarm.hidden = current.races.length + current.failures.length === 0;
          for (const failure of current.failures.slice(0, 3)) alarm.append(make('p', { class: 'fails' }, make('b', {}, 'Failure. '),
            failure.text + ' ', jump(failure.first, `Go to #${failure.first}`)));
          for (const race of current.races.slice(0, 3)) alarm.append(make('p', {}, make('b', {}, 'Race. '), race.text + ' ',
            jump(race.second, `Go to #${race.second}`)));
          if (current.races.length > 3) alarm.append(make('p', {}, `and ${current.races.length - 3} more`));
          return [];
        }
        const chain = [];
        for (let at = entry; at && chain.length < 200; at = at.cause ? entryOf(at.cause) : null) chain.unshift(at);
        if (chain.length > 1) {
          why.append('Caused by ');
          const shown = chain.length > 9 ? [...chain.slice(0, 3), null, ...chain.slice(-5)] : chain;
          shown.forEach((link, index) => {
            if (index > 0) why.append(' → ');
            if (link === null) why.append('…');
            else why.append(jump(link.number, `#${link.number} ${word(link.kind).toLowerCase()}`));
          });
        }
        const races = current.races.filter((race) => race.first === entry.number || race.second === entry.number);
        if (races.length) {
          alarm.hidden = false;
          for (const race of races) {
            const other = race.first === entry.number ? race.second : race.first;
            alarm.append(make('p', {}, make('b', {}, 'Race. '), race.text + ' ', jump(other, `Go to #${other}`)));
          }
        }
        return chain;
      };
      const mark = (entry, chain) => {
        const lit = entry ? lights[entry.kind] || [] : ['view'];
        for (const node of all('[data-light]')) {
          const order = lit.indexOf(node.dataset.light);
          node.classList.remove('lit', 'first', 'second', 'third', 'fourth', 'fifth');
          void node.offsetWidth;
          if (order >= 0) node.classList.add('lit', ['first', 'second', 'third', 'fourth', 'fifth'][Math.min(order, 4)]);
        }
        one('#stage').classList.toggle('bad', lit.includes('bad'));
        one('#stage').classList.toggle('odd', lit.includes('odd'));
        for (const row of all('tr[aria-current]')) row.removeAttribute('aria-current');
        if (entry && !current.clicks) entry.row.setAttribute('aria-current', 'step');
        if (!chainLayer) return;
        cursor.setAttribute('visibility', entry ? 'visible' : 'hidden');
        chainLayer.replaceChildren();
        if (!entry) return;
        cursor.setAttribute('x', (step - 1) * width);
        const { of, store, clock, test } = current.layout;
        const point = (link) => {
          const lane = isMessage(link) || link.kind === 'output' ? store(link.store) : of.get(link.effect)
            || (link.kind === 'clock' ? clock : link.kind === 'failure' ? test : store(link.store));
          return [x(link.number), lane.y];
        };
        const points = chain.map(point);
        if (points.length > 1) chainLayer.append(make('path', { d: 'M' + points.map((p) => p.join(' ')).join('L') }));
        for (const [cx, cy] of points) chainLayer.append(make('circle', { cx, cy, r: 8 }));
        const left = (step - 1) * width, box = drawing;
        if (left < box.scrollLeft + 40) box.scrollLeft = left - 60;
        else if (left > box.scrollLeft + box.clientWidth - 60) box.scrollLeft = left - box.clientWidth + 120;
      };
      const go = (target) => {
        step = Math.max(0, Math.min(current.entries.length, target));
        const entry = current.entries[step - 1];
        slider.max = current.entries.length;
        slider.value = step;
        slider.setAttribute('aria-valuetext', entry
          ? `step ${step} of ${current.entries.length}, ${entry.time}: ${word(entry.kind)} ${entry.text.slice(0, 120)}` : 'the beginning');
        showView(entry);
        showReducer(entry);
        showEnvironment(entry);
        mark(entry, showWords(entry));
        one('#back').disabled = one('#start').disabled = step === 0;
        one('#play').disabled = current.entries.length === 0;
        one('#next').disabled = one('#end').disabled = step === current.entries.length;
        document.documentElement.dataset.step = step;
        if (!current.clicks) history.replaceState(null, '', `#${current.section.id}-${step}`);
      };
      const stop = () => { clearInterval(timer); timer = null; one('#play').textContent = 'Play'; };
      const play = (until) => {
        if (timer) return stop();
        if (step >= until) go(0);
        one('#play').textContent = 'Pause';
        timer = setInterval(() => { if (step >= until) stop(); else go(step + 1); if (step >= until) stop(); }, 900);
      };

      // Clicks: each is a run of the real reducer that was recorded, from the state that is shown.
      const showKeys = () => {
        keys.hidden = !current.clicks;
        if (!current.clicks) return keys.replaceChildren();
        const known = current.steps.get(current.at) || new Map(), labels = current.section.dataset.labels.split('|');
        keys.replaceChildren(...labels.map((label) => {
          const [name, text] = label.split('=');
          return make('button', { type: 'button', 'data-name': name, disabled: known.has(name) ? false : '',
            onclick: () => click(name) }, text);
        }));
        keys.append(make('button', { type: 'button', class: 'plain', onclick: () => { restart(); go(0); } }, 'Start again'));
        if (known.size === 0) keys.append(make('span', { class: 'quiet' }, 'The recording ends here. Start again.'));
      };
      const restart = () => { stop(); Object.assign(current, { at: '0', count: 0, entries: [], effects: [] }); showKeys(); drawLanes(); };
      const click = (name) => {
        const taken = (current.steps.get(current.at) || new Map()).get(name);
        if (!taken) return;
        stop();
        const base = current.entries.length, offset = current.effects.length, from = taken.entries.length ? taken.entries[0].number - 1 : 0;
        let lastEffects = new Map();
        for (const entry of taken.entries) {
          const copy = Object.assign({}, entry, { number: entry.number - from + base,
            cause: entry.cause ? entry.cause - from + base : null });
          if (entry.effect) {
            if (!lastEffects.has(entry.effect)) {
              lastEffects.set(entry.effect, offset + lastEffects.size + 1);
              current.effects.push({ number: offset + lastEffects.size, store: 1, name: entry.text, label: entry.text,
                from: copy.number, to: null, end: '', waits: '', last: 0 });
            }
            copy.effect = lastEffects.get(entry.effect);
            const effect = current.effects[copy.effect - 1];
            effect.last = copy.number;
            if (['finished', 'failed', 'cancelled'].includes(entry.kind)) Object.assign(effect, { to: copy.number, end: entry.kind });
          }
          current.entries.push(copy);
        }
        current.at = taken.to;
        current.count += 1;
        showKeys();
        drawLanes();
        one(`#keys [data-name="${name}"]`).focus();
        if (calm.matches) return go(current.entries.length);
        go(base + 1);
        if (base + 1 < current.entries.length) play(current.entries.length);
      };

      // Choosing a recording.
      const choose = (index, at) => {
        stop();
        current = recordings[index];
        for (const other of recordings) other.section.hidden = other !== current;
        all('#choose a').forEach((link, i) => i === index ? link.setAttribute('aria-current', 'page') : link.removeAttribute('aria-current'));
        one('.summary, .lead', current.section).after(player);
        cursor = chainLayer = null;
        if (current.clicks) { current.at = '0'; current.entries = []; current.effects = []; }
        showKeys();
        drawLanes();
        go(at);
      };
      const follow = (initial) => {
        const match = /^#(r\d+)(?:-(\d+))?$/.exec(location.hash);
        const index = match ? recordings.findIndex((recording) => recording.section.id === match[1]) : -1;
        if (index >= 0) choose(index, match[2] ? Number(match[2]) : 0);
        else if (initial) choose(0, 0);
      };
      document.documentElement.classList.add('alive');
      player.hidden = false;
      one('#start').onclick = () => { stop(); go(0); };
      one('#back').onclick = () => { stop(); go(step - 1); };
      one('#next').onclick = () => { stop(); go(step + 1); };
      one('#end').onclick = () => { stop(); go(current.entries.length); };
      one('#play').onclick = () => play(current.entries.length);
      slider.oninput = () => { stop(); go(Number(slider.value)); };
      addEventListener('keydown', (event) => {
        if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
        if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
        const target = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: current.entries.length }[event.key];
        if (target === undefined) return;
        event.preventDefault();
        stop();
        go(target);
      });
      addEventListener('hashchange', () => follow(false));
      let resizing = null;
      addEventListener('resize', () => { clearTimeout(resizing); resizing = setTimeout(() => { drawLanes(); go(step); }, 100); });
      follow(true);
      document.documentElement.dataset.ready = 'yes';
    })();

    """#
}
