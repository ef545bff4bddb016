import { lazyCode } from '../../ui/fetch-code.ts'

export { TEXT as CREDENTIAL_TEXT } from './text.ts'

/** A part of a person's panel: what they sign in to tools with (spec 5 §5.5). */
export const PersonCredentials = lazyCode(
  async () => (await import('./PersonCredentials.tsx')).PersonCredentials,
)
/** A part of Connection adaptors: the same for everybody with a role. */
export const RoleCredentials = lazyCode(async () => (await import('./RoleCredentials.tsx')).RoleCredentials)
