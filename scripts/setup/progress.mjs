/** Without a terminal a line is printed this often, not every second. */
const PLAIN_INTERVAL_S = 15
const FIRST_PLAIN_S = 5

/**
 * Shows that something goes on: the text and the elapsed seconds, on one line that is rewritten in
 * a terminal, and as a line now and then in a log. Nothing shows in the first second.
 *
 * @param {() => string} text
 * @param {{ stream?: NodeJS.WriteStream, now?: () => number }} options
 * @returns {() => void} ends it and clears the line
 */
export function showProgress(text, { stream = process.stderr, now = Date.now } = {}) {
  const started = now()
  let width = 0
  let nextPlain = FIRST_PLAIN_S
  const tick = () => {
    const seconds = Math.round((now() - started) / 1000)
    const line = `${text()} … ${seconds} s`
    if (stream.isTTY) {
      const shown = line.slice(0, (stream.columns || 80) - 1)
      stream.write(`\r${shown.padEnd(width)}`)
      width = shown.length
    } else if (seconds >= nextPlain) {
      stream.write(`${line}\n`)
      nextPlain = seconds + PLAIN_INTERVAL_S
    }
  }
  const timer = setInterval(tick, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
    if (stream.isTTY && width > 0) stream.write(`\r${' '.repeat(width)}\r`)
  }
}
