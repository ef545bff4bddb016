/** Shows the text with the elapsed seconds after the first second; the returned function ends it. */
export function showProgress(
  text: () => string,
  options?: {
    stream?: { isTTY?: boolean; columns?: number; write(text: string): unknown }
    now?: () => number
  },
): () => void
