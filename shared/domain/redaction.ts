/** What of an error may be kept for support: no secret, and nothing that people wrote or are called. */

const SECRETS: readonly (readonly [RegExp, string])[] = [
  // A signed token, whatever it comes in.
  [/\b(?:Bearer\s+)?[\w-]{8,}\.[\w-]{8,}\.[\w-]+/g, '[token]'],
  [/\b(Bearer|Basic)\s+[\w+/=.~-]{6,}/gi, '$1 [secret]'],
  // password=…, "apiKey": "…", the token is …
  [
    /([\w-]*(?:password|passphrase|passwd|pwd|secret|token|api[-_]?key|authorization|cookie|otp|pin)["']?(?:\s*[:=]\s*|\s+(?:is|was)\s+))(?:"[^"]*"|'[^']*'|[^\s,;&}\])]+)/gi,
    '$1[secret]',
  ],
  // Name and password before an address's host.
  [/:\/\/[^\s/@]+@/g, '://[secret]@'],
  // The query or fragment of an address; a position in a file (:12:3) after it stays.
  [/(?<=[\w/\]-])[?#][^\s"'`)<>]+?((?::\d+){1,2})?(?=[\s"'`)<>]|$)/g, '$1'],
  // A long random step of a path may open something, as a public link's token does.
  [/\/[\w-]{20,}(?=[/\s:"'`)]|$)/g, '/[id]'],
  [/(?<![\w./-])[\w+/=-]{32,}(?![\w.])/g, '[secret]'],
]

const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>:/()]+@[^\s@"'<>()]+\.\p{L}{2,}/gu, '[mail]'],
  [/\+?\d(?:[ ()./-]{0,2}\d){8,}/g, '[number]'],
  // Two names beside each other.
  [/(?<!\p{L})\p{Lu}\p{Ll}+(?:[ ][\p{Lu}][\p{L}'’-]+)+/gu, '[name]'],
]

/**
 * A browser's quotation of a missing member explains an error and stays. Anything else in quotation marks may
 * be personal.
 */
const QUOTED =
  /((?:reading|setting|execute|property) '[\w$]{1,40}'(?: on '[\w$]{1,40}')?)|".*"|".*$|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'(?:[^'\n]|'(?=\w))*'(?!\w)/gm

function replaceAll(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}

/** The text without tokens, passwords, keys, queries, and path steps that may open something. */
export function withoutSecrets(text: string): string {
  return replaceAll(text, SECRETS)
}

/**
 * The text without secrets, and without quotations, e-mail addresses, long numbers and names.
 * @param names known names of people that may be in it
 */
export function withoutPersonalText(text: string, names: readonly string[] = []): string {
  const unquoted = withoutSecrets(text).replace(QUOTED, (_all, kept: string | undefined) => kept ?? '[text]')
  return replaceAll(withoutNames(unquoted, names), PERSONAL)
}

function withoutNames(text: string, names: readonly string[]): string {
  return names
    .filter((name) => name.length > 1)
    .reduce((rest, name) => {
      const literal = name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
      return rest.replace(new RegExp(literal, 'giu'), '[name]')
    }, text)
}
