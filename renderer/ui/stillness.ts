/** How long a pointer must rest before what it may be going to may move, in milliseconds. */
const REST_MS = 1000
/** Nothing waits longer than this for a pointer that only goes about, in milliseconds. */
const LONGEST_WAIT_MS = 5000
/** What follows a press on the moving thing itself within this, in milliseconds, was asked for. */
const ASKED_MS = 300

/** Says when the page may move under the pointer: not while somebody is about to click. */
export interface Stillness {
  /** Makes a change as soon as nobody's click is in its way; of several that wait the last is made. */
  change(make: () => void): void
  /** Forgets what waits, and listens no more. */
  end(): void
}

/**
 * @param own what moves the page by growing: whoever presses something in it, such as its button that
 *   puts it away, sees that at once
 */
export function watchStillness(page: Window, own: Node): Stillness {
  let isPressed = false
  let usedAt = Number.NEGATIVE_INFINITY
  let askedAt = Number.NEGATIVE_INFINITY
  let waitsSince = 0
  let waiting: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const now = () => page.performance.now()

  const look = () => {
    clearTimeout(timer)
    if (waiting === null || isPressed) return
    const calmAt = now() - askedAt < ASKED_MS ? now() : usedAt + REST_MS
    const left = Math.min(calmAt, waitsSince + LONGEST_WAIT_MS) - now()
    if (left > 0) {
      timer = setTimeout(look, left)
      return
    }
    const make = waiting
    waiting = null
    make()
  }
  const onMove = (event: PointerEvent) => {
    usedAt = now()
    // It may have been let go outside of the window.
    if (isPressed && event.buttons === 0) onRelease(event)
  }
  const onPress = () => {
    isPressed = true
    usedAt = now()
  }
  const onRelease = (event: PointerEvent) => {
    isPressed = false
    usedAt = now()
    if (event.target instanceof Node && own.contains(event.target)) askedAt = now()
    // The click comes after the pointer went up.
    clearTimeout(timer)
    timer = setTimeout(look)
  }
  const options = { capture: true, passive: true }
  page.addEventListener('pointermove', onMove, options)
  page.addEventListener('pointerdown', onPress, options)
  page.addEventListener('pointerup', onRelease, options)
  page.addEventListener('pointercancel', onRelease, options)
  return {
    change(make) {
      if (waiting === null) waitsSince = now()
      waiting = make
      look()
    },
    end() {
      clearTimeout(timer)
      waiting = null
      page.removeEventListener('pointermove', onMove, options)
      page.removeEventListener('pointerdown', onPress, options)
      page.removeEventListener('pointerup', onRelease, options)
      page.removeEventListener('pointercancel', onRelease, options)
    },
  }
}

/**
 * Tells the height of something that the page makes room for: at first, at once where its width
 * changed as well, which is the window's doing, and else when the page may move.
 *
 * @param tell given the height in the page's own pixels, which a zoomed page counts otherwise
 * @returns what ends it
 */
export function followHeight(element: HTMLElement, tell: (height: number) => void): () => void {
  const stillness = watchStillness(window, element)
  let width = -1
  let told = -1
  let height = 0
  const tellNow = () => {
    if (told === height) return
    told = height
    tell(height)
  }
  const observer = new ResizeObserver(([entry]) => {
    const size = entry?.borderBoxSize[0]
    if (!size) return
    height = Math.ceil(size.blockSize)
    if (size.inlineSize === width) return stillness.change(tellNow)
    width = size.inlineSize
    tellNow()
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    stillness.end()
  }
}
