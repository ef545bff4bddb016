/** Advice for the RAS errors that VPNs commonly fail with. */
const WORDS: Readonly<Record<number, string>> = {
  619: 'The connection was closed before it was set up. Please try again; if it goes on, restart your computer.',
  623: 'This computer has no such VPN connection. Please contact support.',
  628: 'The other side ended the connection. Please try again.',
  629: 'The other side ended the connection. Please try again.',
  651: 'Your modem or router reported an error. Please restart it and try again.',
  676: 'The line is busy. Please try again in a few minutes.',
  678: 'The other side did not answer. Please check your internet connection.',
  691: 'The user name or password was not accepted. Please contact support.',
  709: 'Your password has expired or could not be changed. Please contact support.',
  711: 'A service of Windows that VPNs need is not running. Please restart your computer.',
  718: 'The other side took too long to check who you are. Please try again.',
  720: 'No connection could be agreed with the other side. Please restart your computer and contact support if it goes on.',
  756: 'The VPN is being connected already. Please wait a moment.',
  789: 'The security of the connection could not be agreed. Please contact support.',
  800: 'The VPN server could not be reached. Please check your internet connection.',
  809: 'The VPN server did not answer; a firewall or router may be in the way. Please try another network or contact support.',
  812: 'Your account may not use the VPN in this way. Please contact support.',
  868: 'The name of the VPN server could not be found. Please check your internet connection.',
}

/** The range of RAS error numbers. */
const [FIRST, LAST] = [600, 999]

/** Words for a RAS error, with its number for whoever helps. */
export function rasErrorWords(code: number): string {
  return `${WORDS[code] ?? 'The VPN could not be connected. Please contact support.'} (RAS ${code})`
}

/** Whether a number of Windows is one of RAS. */
export function isRasError(code: number | null): code is number {
  return code !== null && code >= FIRST && code <= LAST
}

/**
 * The RAS error of `rasdial`: its exit code, or the number in its message, in any language ('Remote Access
 * error 691 - …', 'RAS-Fehler 691 - …'). Null for none.
 */
export function rasErrorOf({ exitCode, output }: { exitCode: number; output: string }): number | null {
  if (isRasError(exitCode)) return exitCode
  const numbers = [...output.matchAll(/(?<![\d.])(\d{3})(?![\d.]\d)(?=\s*[-–:]|\s)/g)].map(([, code]) =>
    Number(code),
  )
  return numbers.find(isRasError) ?? null
}
