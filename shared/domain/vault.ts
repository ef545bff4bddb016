/** Who an entry belongs to (spec 3 §3): a person, or the people of a project or a task. */
export const VAULT_SOURCES = ['USER', 'PROJECT', 'TASK'] as const
export type VaultSource = (typeof VAULT_SOURCES)[number]

/** Uses of an entry, which its owner sees. */
export const VAULT_USES = ['ADDED', 'VIEWED', 'COPIED', 'CHANGED', 'REKEYED'] as const
export type VaultUse = (typeof VAULT_USES)[number]

/** Rows of a page to begin with (spec 3 §9). */
export const VAULT_PAGE_SIZE = 100

/** Limits, ours: characters, and entries of one place. */
export const VAULT_LIMITS = {
  entries: 1000,
  /** Most people who can read one entry. */
  readers: 200,
  /** Who reads an entry, with their fingerprints. */
  manifest: 40_000,
  /** Entries that are written for other readers in one call. */
  rekeyed: 50,
  /** Deleted entries of a place that are told. */
  deleted: 1000,
  label: 120,
  username: 200,
  password: 1000,
  address: 500,
  notes: 10_000,
  /** The key of one-time codes, as its address. */
  totp: 1000,
  /** Length of a stored entry: all of the above at four bytes a character, padded, in base64. */
  ciphertext: 64_000,
  /** Most uses of an entry that are shown. */
  uses: 100,
  passphraseMin: 12,
  passphrase: 500,
} as const

/** How long an unlocked vault stays open while nobody does anything; ours. */
export const VAULT_IDLE_MS = 5 * 60_000

/**
 * The one worker in which WebAssembly may run, to derive a key from a passphrase: its own answer allows it,
 * the pages' policies don't. The build names the file after its source.
 */
export const isVaultWorker = (path: string): boolean => /^\/assets\/argon2-worker-[\w-]+\.js$/.test(path)
export const VAULT_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
