/// The advice for a test whose runs differ without a known cause.
let uncontrolledValueAdvice = """
  The test does not control every value that it depends on. Look for a random number, the date, a real clock, the order of a \
  set or dictionary, or a value of an earlier run. Let the test provide that value, and make it anew in each run.
  """
