import { PASSWORD_MIN } from '#shared/domain/password-rule.ts'

let known: Promise<ReadonlySet<string>> | null = null

/** The commonly used passwords that are long enough to be asked about. Read when somebody first chooses a password. */
async function read(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const words = Object.values(dictionary['passwords-common'] ?? []).map(String)
  return new Set(words.filter((word) => word.length >= PASSWORD_MIN))
}

/** Gives a question: whether a password, in small letters, is among the commonly used ones. */
export async function commonPasswords(): Promise<(password: string) => boolean> {
  known ??= read()
  const words = await known
  return (password) => words.has(password)
}
