/** What may be kept of an error for support: no secret, and none of what people wrote or are called. */

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
  // What follows an address: queries and fragments; a place in a file after it stays.
  [/(?<=[\w/\]-])[?#][^\s"'`)<>]+?((?::\d+){1,2})?(?=[\s"'`)<>]|$)/g, '$1'],
  // A step of a path that nobody could guess opens something, as a public link's token does.
  [/\/[\w-]{20,}(?=[/\s:"'`)]|$)/g, '/[id]'],
  [/(?<![\w./-])[\w+/=-]{32,}(?![\w.])/g, '[secret]'],
]

const PERSONAL: readonly (readonly [RegExp, string])[] = [
  [/[^\s@"'<>:/()]+@[^\s@"'<>()]+\.\p{L}{2,}/gu, '[mail]'],
  [/\+?\d(?:[ ()./-]{0,2}\d){8,}/g, '[number]'],
  // Two names beside each other.
  [/(?<!\p{L})\p{Lu}\p{Ll}+(?:[ ][\p{Lu}][\p{L}'’-]+)+/gu, '[name]'],
]

/** A browser's own word for a member that was asked for says what is wrong; what else is quoted may be anybody's. */
const QUOTED =
  /((?:reading|setting|execute|property) '[\w$]{1,40}'(?: on '[\w$]{1,40}')?)|".*"|".*$|“[^”]*”|‘[^’]*’|`[^`]*`|(?<!\w)'(?:[^'\n]|'(?=\w))*'(?!\w)/gm

function replaceAll(text: string, rules: readonly (readonly [RegExp, string])[]): string {
  return rules.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
}

/** The text without tokens, passwords, keys, queries of addresses, and steps of a path that open something. */
export function withoutSecrets(text: string): string {
  return replaceAll(text, SECRETS)
}

/**
 * The text also without what is in quotation marks, e-mail addresses, long numbers and names.
 *
 * @param names what people are called who are known to stand in it
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
