/** What happy-dom has no layout for: the list is 600 px high and a row 48. */
const VIEW_PX = 600
const ROW_PX = 48

/** Lets virtual lists and growing text fields measure. Answers what takes it back. */
export function installLayout(): () => void {
  const before = window.ResizeObserver
  const parent = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetParent')
  class MeasuringObserver {
    readonly #tell: ResizeObserverCallback
    constructor(tell: ResizeObserverCallback) {
      this.#tell = tell
    }
    observe(target: Element) {
      queueMicrotask(() => {
        const row = (target as HTMLElement).style.top !== ''
        const [width, height] = [800, row ? ROW_PX : VIEW_PX]
        const contentRect = { width, height } as DOMRectReadOnly
        const borderBoxSize = [{ inlineSize: width, blockSize: height }]
        this.#tell(
          [{ target, contentRect, borderBoxSize } as unknown as ResizeObserverEntry],
          this as unknown as ResizeObserver,
        )
      })
    }
    unobserve() {}
    disconnect() {}
  }
  if (!('fonts' in document))
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
  window.ResizeObserver = MeasuringObserver as unknown as typeof ResizeObserver
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement
    },
  })
  return () => {
    window.ResizeObserver = before
    if (parent) Object.defineProperty(HTMLElement.prototype, 'offsetParent', parent)
  }
}
