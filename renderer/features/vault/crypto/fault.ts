/**
 * Why something of the vault isn't taken as it came:
 * - `passphrase`, `recoveryKey`: it doesn't open the person's keys
 * - `keysChanged`: the server's keys of the person aren't those that this device knows
 * - `keysOld`: the server answered with keys that were replaced
 * - `readerChanged`: another person's keys aren't those that this device knows
 * - `companyKey`: it doesn't open the company's key
 * - `companySeal`: what somebody sealed for the company isn't theirs, or isn't for this key
 * - `entryForeign`: an entry isn't what its writer wrote for this place and this reader
 * - `entryOld`: this device has seen a newer version of it
 * - `entryForked`: this device has seen another entry under the same version
 * - `entryMissing`: this device has seen an entry that isn't there any more
 */
export type VaultFaultKind =
  | 'passphrase'
  | 'recoveryKey'
  | 'keysChanged'
  | 'keysOld'
  | 'readerChanged'
  | 'companyKey'
  | 'companySeal'
  | 'entryForeign'
  | 'entryOld'
  | 'entryForked'
  | 'entryMissing'

export class VaultFault extends Error {
  readonly kind: VaultFaultKind

  constructor(kind: VaultFaultKind, cause?: unknown) {
    super(kind, { cause })
    this.name = 'VaultFault'
    this.kind = kind
  }
}

/** The same work, where a failure of it is this fault. */
export async function orFault<T>(kind: VaultFaultKind, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new VaultFault(kind, error)
  }
}
