/** Longest wait for a picture, in milliseconds: a window that nobody sees isn't painted. */
const UNSEEN_MS = 250

type Page = Pick<Window, 'requestAnimationFrame' | 'cancelAnimationFrame' | 'setTimeout' | 'clearTimeout'>

/**
 * Does work that can wait until what was just rendered is on screen, each step in a task of its own,
 * so that whoever clicks in between is answered first.
 *
 * @param steps start something and return what ends it
 * @returns what ends all that has been started, and leaves the rest
 */
export function stepsAfterPaint(page: Page, steps: readonly (() => () => void)[]): () => void {
  const waiting = [...steps]
  const ends: (() => void)[] = []
  let timer = page.setTimeout(next, UNSEEN_MS)
  const frame = page.requestAnimationFrame(() => soon())

  function soon() {
    page.clearTimeout(timer)
    timer = page.setTimeout(next)
  }
  function next() {
    const step = waiting.shift()
    if (!step) return
    ends.push(step())
    soon()
  }

  return () => {
    page.cancelAnimationFrame(frame)
    page.clearTimeout(timer)
    for (const end of ends) end()
  }
}
