import type { ToolCredentials } from '#shared/host/credentials.ts'
import type { SignInProgram } from '../../config/deployment.ts'
import { HostFailure } from '../host-failure.ts'
import type { Report } from '../log.ts'
import type { CredentialStore } from '../win32/credential-store.ts'

export interface HandoverParts {
  /** Null on systems without a supported store. */
  readonly store: CredentialStore | null
  readonly report: Report
}

/** How to start a program so that it finds its credentials. */
interface Handed {
  readonly args: string[]
  readonly options: { readonly input?: string; readonly env?: Readonly<Record<string, string>> }
  /** Removes what was prepared for the program; never rejects. */
  done(): Promise<void>
}

const NOTHING_TO_DO = async () => {}

/**
 * Hands over credentials as the signed configuration says: by standard input, environment or credential
 * store; arguments get nothing secret. Throws `HostFailure` where the system has no store, or the
 * configuration doesn't allow the address.
 */
export async function withCredentials(
  program: SignInProgram,
  credentials: ToolCredentials & { readonly url?: string },
  { store, report }: HandoverParts,
): Promise<Handed> {
  const { credentials: way } = program
  const args = program.args.map((argument) => fill(argument, program, credentials))
  switch (way.by) {
    case 'nothing':
      return { args, options: {}, done: NOTHING_TO_DO }
    case 'input':
      return { args, options: { input: fillSecret(way.text, credentials) }, done: NOTHING_TO_DO }
    case 'environment': {
      const env = { [way.userName]: credentials.userName, [way.password]: credentials.password }
      return { args, options: { env }, done: NOTHING_TO_DO }
    }
    case 'store': {
      if (!store) throw new HostFailure('unsupported', 'This computer has no credential store for the tool.')
      await store.write(way.target, credentials)
      const done = () =>
        store
          .remove(way.target)
          .catch((error: unknown) => report('could not remove a credential from the store', error))
      return { args, options: {}, done }
    }
  }
}

/** Fills in an argument's `{userName}` and `{url}`; there is none for the password. */
function fill(
  argument: string,
  { origins }: SignInProgram,
  { userName, url = '' }: { readonly userName: string; readonly url?: string },
): string {
  return argument.replaceAll(/\{(userName|url)\}/g, (_place, name) => {
    if (name === 'userName') return userName
    if (!isAllowed(url, origins)) {
      throw new HostFailure(
        'denied',
        'The address of the dialler is not one of your company. Please contact support.',
      )
    }
    return url
  })
}

function fillSecret(text: string, { userName, password }: ToolCredentials): string {
  return text.replaceAll(/\{(userName|password)\}/g, (_place, name) =>
    name === 'userName' ? userName : password,
  )
}

function isAllowed(url: string, origins: readonly string[]): boolean {
  return URL.canParse(url) && origins.some((origin) => new URL(origin).origin === new URL(url).origin)
}
