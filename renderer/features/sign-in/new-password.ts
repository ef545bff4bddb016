import { PASSWORD_MIN, PASSWORD_TEXT } from '#shared/domain/password-rule.ts'

/** What stands around the password that replaces a temporary one. */
export const NEW_PASSWORD_TEXT = {
  lead: 'Your password is a temporary one. Choose one of your own to go on.',
  newPassword: 'New password',
  repeatPassword: 'New password again',
  newPasswordRule: 'A few words in a row are good.',
  samePassword: 'Please choose a password that is not the temporary one.',
  passwordsDiffer: 'The two passwords are not the same.',
} as const

/** Why it can't replace the temporary password; null where the server is to decide. */
export function newPasswordProblem({
  password,
  newPassword,
  repeated,
}: Readonly<Record<'password' | 'newPassword' | 'repeated', string>>): string | null {
  if ([...newPassword].length < PASSWORD_MIN) return PASSWORD_TEXT.short
  if (newPassword === password) return NEW_PASSWORD_TEXT.samePassword
  return newPassword === repeated ? null : NEW_PASSWORD_TEXT.passwordsDiffer
}
