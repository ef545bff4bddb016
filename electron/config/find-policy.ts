import type { Report } from '../services/log.ts'
import { machineFile } from './machine-folder.ts'
import { NO_POLICY, type Policy, parsePolicy } from './policy.ts'

export const POLICY_REFUSED =
  'The policy of this machine is damaged, or can be changed by anybody. Please contact support.'

interface PolicySources {
  readonly platform: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Outside of a package FIELDWORK_POLICY may name the file. */
  readonly packaged: boolean
  readonly readFile: (file: string) => string | null
  /** Whether the client's user, or anybody but an administrator, could change the file. */
  readonly isOpenToPeople: (file: string) => boolean
  readonly report: Report
}

export type FoundPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly message: string }

/**
 * The machine's policy. Without a file there is none. A file that is no policy, or that people could have
 * written, is an error: ignoring it would lift what it forbids.
 */
export function findPolicy(sources: PolicySources): FoundPolicy {
  const { platform, env, packaged, readFile, isOpenToPeople, report } = sources
  const own = packaged ? undefined : env.FIELDWORK_POLICY || undefined
  const file = own ?? machineFile(platform, env, 'policy.json')
  try {
    const text = readFile(file)
    if (text === null) return { ok: true, policy: NO_POLICY }
    if (own === undefined && isOpenToPeople(file)) throw new Error('People can change it.')
    return { ok: true, policy: parsePolicy(text) }
  } catch (error) {
    report('refused the policy of this machine', error)
    return { ok: false, message: POLICY_REFUSED }
  }
}
