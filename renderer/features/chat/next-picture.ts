/**
 * Runs something once the next picture has been painted: what people don't wait for gives way to what
 * they do. At once where nothing is painted. Returns what cancels it.
 */
export function onNextPicture(run: () => void): () => void {
  if (document.visibilityState === 'hidden') {
    run()
    return () => {}
  }
  // The first comes before the picture is painted, the second before the one after it.
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(run)
  })
  return () => cancelAnimationFrame(frame)
}
