const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Plain text as a notification's HTML body, by paragraph; '' stays ''. */
export function htmlOf(text: string): string {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)}</p>`)
    .join('')
}
