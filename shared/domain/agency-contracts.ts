/** Contracts with agencies (spec 5 §4.4); sizes are ours. */
export const CONTRACT_FILE_MAX_BYTES = 8 * 1024 * 1024
export const CONTRACT_NAME_MAX = 100
/** Contracts that an agency may have. */
export const CONTRACTS_MAX = 100

export const CONTRACT_FILE_TEXT = {
  type: 'A contract is a PDF.',
  size: 'A contract may have 8 MB at most.',
  empty: 'This file is empty.',
} as const

/** What is wrong with a file by its declared type and size; null where nothing is. */
export function contractFileProblem({
  type,
  size,
}: {
  readonly type: string
  readonly size: number
}): string | null {
  if (type !== 'application/pdf') return CONTRACT_FILE_TEXT.type
  if (size === 0) return CONTRACT_FILE_TEXT.empty
  return size > CONTRACT_FILE_MAX_BYTES ? CONTRACT_FILE_TEXT.size : null
}

interface Days {
  readonly from: string
  readonly to: string | null
}

/** The first and last day of all contracts together; null where there is none, or no end. */
export function contractDays(contracts: readonly Days[]): {
  readonly contractFrom: string | null
  readonly contractTo: string | null
} {
  const [first = null] = contracts.map(({ from }) => from).sort()
  const isOpen = contracts.some(({ to }) => to === null)
  const last =
    contracts
      .flatMap(({ to }) => to ?? [])
      .sort()
      .at(-1) ?? null
  return { contractFrom: first, contractTo: isOpen ? null : last }
}
