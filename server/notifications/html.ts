const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** What a person wrote as the HTML that a notification's body is, each paragraph its own; '' stays ''. */
export function htmlOf(text: string): string {
  return text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => `<p>${line.replaceAll(/[&<>"]/g, (character) => ESCAPES[character] ?? character)}</p>`)
    .join('')
}
