"""Opens pages in a real browser, steps through them, and checks what they show.

Usage: browser.py CHROMIUM FOLDER

Anything on the console but our own words, an exception or a violation of the page's policy is a failure.
"""

import sys
import time

from chromium import Browser


class Check:
    """What is checked, and what was found to be wrong."""

    def __init__(self, browser, folder):
        self.browser, self.folder, self.count, self.wrong = browser, folder, 0, []

    def __call__(self, found, expected, what):
        """Compares what there is with what there should be."""
        self.count += 1
        if found != expected:
            self.wrong.append(f"{what}: expected {expected!r}, found {found!r}")

    def holds(self, expression, what):
        """Makes sure that something holds on the page."""
        self(self.browser.ask(expression), True, what)

    def open(self, name, **options):
        """Opens a page, which must come up without a complaint."""
        self.finish()
        self.name = name
        self.browser.open(f"{self.folder}/{name}.html", **options)
        if options.get("scripts", True) and name not in ["none", "zero"]:
            self.holds("document.documentElement.dataset.ready === 'yes'", f"the script of {name} runs")

    def finish(self):
        """Takes note of what the last page has complained of."""
        self.wrong += [f"{self.name}: {problem}" for problem in self.browser.problems()]

    def shoot(self, name, **options):
        """Takes a picture into the folder."""
        self.browser.shoot(f"{self.folder}/{name}.png", **options)


STEP = "Number(document.documentElement.dataset.step)"
LIT = "[...document.querySelectorAll('.lit')].map((node) => node.dataset.light).sort().join(' ')"
NOW = "document.querySelector('#now').textContent"
VIEW = "document.querySelector('#view .body').innerText"


def check_race(browser, check):
    """Two searches that race: stepping, the lanes, and what the page says of them."""
    check.open("race")
    check(browser.ask(STEP), 0, "a page begins at the beginning")
    browser.press("ArrowRight")
    check(browser.ask(STEP), 1, "the right arrow steps forward")
    check(browser.ask(LIT), "action reducer state view", "an action lights up view, reducer and state")
    browser.press("ArrowRight")
    check(browser.ask(LIT), "effect environment reducer", "a start lights up reducer and environment")
    check.holds("document.querySelector('#reducer .body').innerText.includes('\"a\"')", "the last message stays in sight")
    check.holds("document.querySelector('#reducer .body').classList.contains('past')", "as one that is over")
    check.holds("document.querySelector('#now a').href.startsWith('vscode://file/')", "a step leads to its line")
    check.holds("getComputedStyle(document.querySelector('.races')).display === 'none'", "what raced is not told twice")
    check(browser.ask("document.querySelectorAll('#drawing .arrow.answered').length"), 2, "answers are drawn")
    check(browser.ask("document.querySelectorAll('#drawing .word').length"), 1, "a race is called one")
    browser.press("End")
    check(browser.ask(STEP), 19, "End goes to the end")
    check.holds("document.querySelector('#next').disabled && !document.querySelector('#back').disabled", "and there is nothing after it")
    check(browser.ask("document.querySelector('#environment .of').textContent"), "300 ms", "the time is told")
    browser.press("ArrowLeft", 2)
    check(browser.ask(STEP), 17, "the left arrow steps back")
    check(browser.ask(LIT), "environment feedback reducer state view", "a feedback lights up the whole way back")
    check.holds(f"{NOW}.includes('search(\"a\") sends the feedback [\"a1\", \"a2\"]')", "the step is told in words")
    check.holds(f"{VIEW}.includes('[\"a1\", \"a2\"]')", "the state is that of the step")
    check(browser.ask("document.querySelector('#view .changed .key').textContent"), "results", "the change is marked")
    check.holds("[...document.querySelectorAll('.panel .body')].every((box) => box.scrollWidth <= box.clientWidth)",
                "no box scrolls sideways")
    check.holds("!document.querySelector('#alarm').hidden", "a race is told")
    check(browser.ask("document.querySelector('tr[aria-current]').id"), "r1-17", "the row of the step is marked")
    check(browser.ask("document.querySelectorAll('#drawing .chain circle').length"), 7, "what led to the step is joined")
    check(browser.ask("document.querySelectorAll('#why .jump').length"), 7, "and told")
    check.holds("document.querySelector('#alarm').textContent.includes('both change results[0]')", "what raced is told")
    check(browser.ask("document.querySelectorAll('#drawing .race').length"), 1, "a race is drawn")
    check(browser.ask("[...document.querySelectorAll('#names li')].map((n) => n.textContent).join(' ')"),
          'test RacySearch search("a") search("b") clock', "there is a lane for each")
    check.shoot("race-light", whole=True)
    browser.ask("document.querySelector('#alarm .jump').click()")
    check(browser.ask(STEP), 13, "a race leads to its other side")
    check.holds(f"{VIEW}.includes('[\"b1\"]')", "time travel goes back")
    browser.press("Home")
    check(browser.ask(STEP), 0, "Home goes to the beginning")
    seen = []
    for _ in range(12):
        browser.press("Tab")
        seen.append(browser.ask("document.activeElement.id || document.activeElement.className"))
    for id in ["next", "slider"]:
        check(id in seen, True, f"Tab comes to {id}")
    check.holds("getComputedStyle(document.activeElement).outlineStyle !== 'none'", "the focus is seen")
    browser.ask("document.querySelector('#slider').focus()")
    browser.press("ArrowRight", 3)
    check(browser.ask(STEP), 3, "the slider listens to the arrows, once")
    check.holds("document.querySelector('#slider').getAttribute('aria-valuetext').startsWith('step 3 of 19')", "the slider speaks")
    browser.ask("location.hash = '#r1-12'")
    browser.ask("new Promise((done) => setTimeout(done, 50))")
    check(browser.ask(STEP), 12, "an address leads to a step")
    check.holds("[...document.querySelectorAll('.p a')].every((a) => /^vscode:\\/\\/file\\/.*\\.swift:\\d+$/.test(a.href))",
                "lines of source code are linked")
    browser.ask("(() => { const box = document.querySelector('#drawing svg').getBoundingClientRect();"
                "document.querySelector('#drawing svg').dispatchEvent(new MouseEvent('click', "
                "{clientX: box.left + box.width * 4.5 / 19, bubbles: true})) })()")
    check(browser.ask(STEP), 5, "a click on the lanes leads to a step")
    browser.ask("document.querySelector('#play').click()")
    browser.ask("new Promise((done) => setTimeout(done, 1100))")
    check(browser.ask(STEP), 6, "it plays")
    check.open("two")
    browser.press("ArrowRight", 2)
    check(browser.ask(VIEW), '["second"]', "the view is that of the store")
    browser.press("ArrowRight", 1)
    check(browser.ask(VIEW), '["third"]', "and of the other")
    browser.press("ArrowRight", 2)
    check(browser.ask(VIEW), '["third"]', "though another one has changed since")
    check.open("schedule")
    for _ in range(40):
        browser.press("ArrowRight")
        if browser.ask("document.querySelector('#stage').classList.contains('odd')"):
            break
    check.holds(f"{NOW}.includes('Against the default order')", "a deviation of a schedule is told")
    check.holds("document.querySelectorAll('#drawing .band.odd').length > 0", "and marked")
    check.shoot("schedule", whole=True)
    check.open("race", dark=True)
    browser.press("ArrowRight", 13)
    check.shoot("race-dark", whole=True)
    check.open("race", width=390, height=844)
    browser.press("ArrowRight", 13)
    check.holds("document.documentElement.scrollWidth <= 390", "a narrow page does not run over")
    check.shoot("race-narrow", whole=True)
    check.open("race", scripts=False)
    check.shoot("race-tables", whole=True)


def check_namesakes(browser, check):
    """Effects of one name: one that is never answered, and one that leaves a task behind."""
    check.open("namesakes")
    check(browser.ask("[...document.querySelectorAll('#names .effect')].map((n) => n.textContent).join('|')"), "work|work (2)",
          "effects of one name are told apart")
    check(browser.ask("document.querySelectorAll('#drawing .bar.left').length"), 1, "what an effect leaves behind is drawn")
    check(browser.ask("document.querySelector('#drawing .arrow.cancelled').getAttribute('d').split(/[ V]/)[1]"), "22",
          "what the test cancels is cancelled from its lane")
    environment = "document.querySelector('#environment .body').innerText"
    browser.press("ArrowRight", 7)
    check.holds(f"{environment}.includes('work (2) has returned, and its tasks still run')", "and is told while it goes on")
    browser.press("ArrowRight")
    check.holds(f"{environment}.includes('work (2) sleeps until 1 s')", "and what it waits for")
    check.holds(f"{environment}.includes('work ask(\"it\\'s\") never returns')", "a call that is never answered is told")
    check(browser.ask("[...document.querySelectorAll('#drawing .idle')].filter((r) => r.getAttribute('width') > 300).length"), 1,
          "and is waited for to the end")
    browser.press("End")
    check.holds(f"{NOW}.includes('work by the test')", "who cancels is told")
    check.shoot("namesakes", whole=True)


def check_bad(browser, check):
    """Input that is hostile, huge, or nothing at all."""
    check.open("hostile")
    browser.press("ArrowRight", 20)
    check.holds("document.title !== 'pwned'", "no text of a state runs")
    check(browser.ask("document.querySelectorAll('script, style, img, iframe, object, link[rel=stylesheet]').length"), 2,
          "no text of a state is markup")
    check(browser.ask(STEP), 17, "every hostile step is there")
    check.holds(f"{VIEW}.length < 10000", "a huge state is cut")
    browser.ask("const s = document.createElement('script'); s.textContent = 'document.title=\"pwned\"'; document.body.append(s)")
    check.holds("document.title !== 'pwned'", "the policy lets nothing else run")
    problems = browser.problems()
    check(len(problems) == 1 and "Content Security Policy" in problems[0], True, "the browser says that the policy was broken")
    check.shoot("hostile")
    check.open("long")
    browser.press("End")
    check(browser.ask(STEP), 1000, "a long recording has its last steps")
    check.holds("document.querySelector('#drawing').scrollLeft > 10000", "and the lanes follow")
    check.holds(f"{VIEW}.trim() === '3000'", "and the last of them")
    check.holds("document.body.innerText.includes('2,000 entries are left out')", "and says what was cut")
    start = time.monotonic()
    browser.press("ArrowLeft", 50)
    check(time.monotonic() - start < 5, True, "and steps quickly")
    check.shoot("long")
    check.open("zero")
    browser.press("ArrowRight")
    check.holds("document.body.innerText.includes('The stores have no events.')", "an empty recording says so")
    check.open("none")
    check.holds("document.body.innerText.includes('This page has no recordings.')", "an empty page says so")
    check.open("failure")
    check.holds("!document.querySelector('#alarm').hidden", "a failure is seen at the beginning")
    check.holds("document.querySelector('#alarm').innerText.startsWith('Failure. #4 ')", "a failure is told at the beginning")
    browser.ask("document.querySelector('#alarm .jump').click()")
    check(browser.ask(STEP), 4, "and leads there")
    browser.press("Home")
    browser.press("ArrowRight", 5)
    for _ in range(10):
        if browser.ask("document.querySelector('#stage').classList.contains('bad')"):
            break
        browser.press("ArrowLeft")
    check.holds("document.querySelector('#now').textContent.includes('The test fails')", "a failure is told")
    check.holds("document.querySelectorAll('#drawing .cross').length > 0", "and marked")
    check.shoot("failure")


def check_tour(browser, check):
    """The tour, with the counter to click."""
    check.open("tour")
    check.holds("document.querySelectorAll('#choose a').length > 10", "there is a recording of each feature")
    check.shoot("tour-start")
    count = "document.querySelector('#view .line .value').textContent"
    check(browser.ask(count), "0", "the counter begins at 0")
    for click, expected in [("increment", "1"), ("increment", "2"), ("decrement", "1")]:
        browser.ask(f"document.querySelector('#keys [data-name={click}]').focus()")
        browser.press("Enter")
        check(browser.ask(count), expected, f"{click} leads to {expected}")
        check(browser.ask(LIT), "action reducer state view", f"{click} takes the short way")
        check.holds(f"{NOW}.startsWith('The user clicks')", f"{click} is the user's")
    browser.ask("document.querySelector('#keys [data-name=random]').click()")
    check.shoot("tour-click")
    check.holds(f"{count} !== '1'", "the random number has come")
    seen = set()
    for _ in range(8):
        seen |= set(browser.ask(LIT).split())
        browser.press("ArrowLeft")
    check({"action", "reducer", "effect", "environment", "feedback", "state", "view"} <= seen, True, "it takes the whole cycle")
    for _ in range(12):
        browser.ask("(document.querySelector('#keys [data-name=increment]:not(:disabled)') || {click() {}}).click()")
    check.holds("document.querySelector('#keys').textContent.includes('The recording ends here')", "the edge of what was recorded is told")
    links = browser.ask("[...document.querySelectorAll('#choose a')].map((a) => a.getAttribute('href'))")
    for link in links:
        browser.ask(f"document.querySelector('#choose a[href=\"{link}\"]').click()")
        browser.ask("new Promise((done) => setTimeout(done, 20))")
        browser.press("End")
        check.holds("document.querySelectorAll('section.recording:not([hidden])').length === 1", f"{link} shows one recording")
    check.open("tour", dark=True)
    browser.ask("document.querySelector('#choose a:nth-child(5)').click()")
    browser.press("ArrowRight", 6)
    check.shoot("tour-dark", whole=True)


def main():
    """Checks all pages of a folder."""
    chromium, folder = sys.argv[1:]
    browser = Browser(chromium)
    check = Check(browser, folder)
    check.name = ""
    try:
        check_race(browser, check)
        check_namesakes(browser, check)
        check_bad(browser, check)
        check_tour(browser, check)
    except SystemExit as end:
        check.wrong.append(f"{check.name}: {end}")
    finally:
        check.finish()
        browser.close()
    for line in check.wrong:
        print("✘", line)
    print(f"{check.count} checks, {len(check.wrong)} wrong; pictures are in {folder}")
    sys.exit(1 if check.wrong else 0)


main()
