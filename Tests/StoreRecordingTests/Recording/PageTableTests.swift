import Testing

@testable import StoreRecording
@testable import StoreTesting

/// The tables of a page, which its script reads.
@Suite struct PageTableTests {
  @Test func `a page has all that a recording tells, in its place`() {
    var page = HTMLText()
    searchRecording.write(to: &page, id: "r1", isAlone: true)
    // Each cell is on a line of its own here.
    let cells = ["<td", "<th scope", "<caption", "<p ", " <span>"]
    let lines = cells.reduce(page.html) { $0.replacing($1, with: "\n \($1)") }
    #expect(
      lines == #"""
        <section class="recording" id="r1">
        <h1 class="title">a search</h1>
         <p class="summary">1 store, 2 effects, 12 entries, 300 ms of virtual time, 1 failure</p>
        <ul class="failures" aria-label="Failures">
        <li data-a="12"><b>Failure.</b>
          <span>#12 It is wrong.</span> <a href="vscode://file/T:7">T:7</a>
        </ul>
        <ul class="races" aria-label="Races">
        <li data-a="4" data-b="5"><b>Race.</b>
          <span>#4 .one of load (2) arrived before #5 .two of load, and both change query. \#
        Their order is not determined.</span>
        </ul>
        <div class="scroll" tabindex="0" role="region" aria-label="The events, in order"><table class="trace">
         <caption>The events, in order</caption>
        <thead><tr>
         <th scope="col">#
         <th scope="col">Time
         <th scope="col">Actor
         <th scope="col">Event
         <th scope="col">State
         <th scope="col">Cause
         <th scope="col">Line</thead>
        <tbody>
        <tr id="r1-1" data-n=1 data-k=input data-s=1><th>1
         <td class=t>0 s
         <td>test
         <td>input <code class=x>.go</code>
         <td><ul><li>query: 1 -&gt; 2</ul><details><summary>State</summary><pre>query: 1</pre></details>
         <td>
         <td class=p><a href="vscode://file/T:5">T:5</a>
        <tr id="r1-2" data-n=2 data-k=started data-s=1 data-e=1 data-c=1><th>2
         <td class=t>0 s
         <td>load
         <td>started <code class=x>load</code>
         <td>
         <td><a href="#r1-1">#1</a>
         <td class=p><a href="vscode://file/F:8">F:8</a>
        <tr id="r1-3" data-n=3 data-k=started data-s=1 data-e=2><th>3
         <td class=t>0 s
         <td>load (2)
         <td>started <code class=x>load</code>
         <td>
         <td>
         <td class=p><a href="vscode://file/F:9">F:9</a>
        <tr id="r1-4" data-n=4 data-k=feedback data-s=1 data-e=2 data-c=3><th>4
         <td class=t>0 s
         <td>load (2)
         <td>feedback <code class=x>.one</code>
         <td><ul><li>query: 1 -&gt; 4</ul><details><summary>State</summary><pre>query: 4</pre></details>
         <td><a href="#r1-3">#3</a>
         <td class=p>
        <tr id="r1-5" data-n=5 data-k=feedback data-s=1 data-e=1 data-c=2><th>5
         <td class=t>0 s
         <td>load
         <td>feedback <code class=x>.two</code>
         <td><ul><li>query: 4 -&gt; 5</ul><details><summary>State</summary><pre>query: 5</pre></details>
         <td><a href="#r1-2">#2</a>
         <td class=p>
        <tr id="r1-6" data-n=6 data-k=finished data-s=1 data-e=1 data-c=5><th>6
         <td class=t>300 ms
         <td>load
         <td>finished <code class=x>load</code>
         <td>
         <td><a href="#r1-5">#5</a>
         <td class=p><a href="vscode://file/F:8">F:8</a>
        <tr id="r1-7" data-n=7 data-k=output data-s=1 data-c=5><th>7
         <td class=t>300 ms
         <td>Search
         <td>output <code class=x>done</code>
         <td>
         <td><a href="#r1-5">#5</a>
         <td class=p>
        <tr id="r1-8" data-n=8 data-k=feedback data-s=1 data-c=7><th>8
         <td class=t>300 ms
         <td>Search
         <td>feedback <code class=x>.child</code> <span class=i>from Child</span>
         <td>
         <td><a href="#r1-7">#7</a>
         <td class=p>
        <tr id="r1-9" data-n=9 data-k=answered data-s=1 data-e=2><th>9
         <td class=t>300 ms
         <td>outside
         <td>answered <code class=x>ask(1)</code> <span class=i>returns 1</span>
         <td>
         <td>
         <td class=p><a href="vscode://file/T:6">T:6</a>
        <tr id="r1-10" data-n=10 data-k=deviation><th>10
         <td class=t>300 ms
         <td>test
         <td>deviation <code class=x>one</code> <span class=i>before two</span>
         <td>
         <td>
         <td class=p>
        <tr id="r1-11" data-n=11 data-k=clock><th>11
         <td class=t>300 ms
         <td>clock
         <td>clock <code class=x>It is 300 ms</code>
         <td>
         <td>
         <td class=p><a href="vscode://file/T:6">T:6</a>
        <tr id="r1-12" data-n=12 data-k=failure data-s=1><th>12
         <td class=t>300 ms
         <td>test
         <td>failure <code class=x>It is wrong.</code> <span class=i>misuse</span>
         <td>
         <td>
         <td class=p><a href="vscode://file/T:7">T:7</a>
        </tbody></table></div>
        <div class="scroll" tabindex="0" role="region" aria-label="Effects"><table class="effects">
         <caption>Effects</caption>
        <thead><tr>
         <th scope="col">#
         <th scope="col">Effect
         <th scope="col">Started by
         <th scope="col">Start
         <th scope="col">End
         <th scope="col">Waits for
         <th scope="col">Made at</thead>
        <tbody>
        <tr data-n=1 data-s=1 data-a=2 data-z=6 data-end=finished data-name="load" data-nth=""><th>1
         <td class=x>load
         <td>#1
         <td>#2
         <td>#6 finished
         <td class=w>
         <td class=p><a href="vscode://file/F:8">F:8</a>
        <tr data-n=2 data-s=1 data-a=3 data-name="" data-nth=" (2)"><th>2
         <td class=x>load (2)
         <td>
         <td>#3
         <td>still running
         <td class=w>a &amp; b
         <td class=p><a href="vscode://file/F:9">F:9</a>
        </tbody></table></div>
        <div class="scroll" tabindex="0" role="region" aria-label="Stores"><table class="stores">
         <caption>Stores</caption>
        <thead><tr>
         <th scope="col">#
         <th scope="col">Feature
         <th scope="col">First state
         <th scope="col">Made at</thead>
        <tbody>
        <tr><th>1
         <td class=x>Search
         <td><pre>query: 1</pre>
         <td class=p><a href="vscode://file/T:4">T:4</a>
        </tbody></table></div>
        </section>

        """#
    )
  }

  @Test func `a summary leaves out what did not happen`() {
    var page = HTMLText()
    Recording().write(to: &page, id: "r2", isAlone: false)
    #expect(
      page.html == """
        <section class="recording" id="r2">
        <h2 class="title">Recording</h2><p class="summary">0 stores, 0 effects, 0 entries</p>
        <p class="quiet">The stores have no events.</p>
        </section>

        """
    )
  }
}
