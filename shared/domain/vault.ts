/** Where an entry belongs (spec 3 §3): to a person, or to a project's or a task's people. */
export const VAULT_SOURCES = ['USER', 'PROJECT', 'TASK'] as const
export type VaultSource = (typeof VAULT_SOURCES)[number]

/** What was done with an entry; its owner sees it. */
export const VAULT_USES = ['ADDED', 'VIEWED', 'COPIED', 'CHANGED'] as const
export type VaultUse = (typeof VAULT_USES)[number]

/** Rows of a page at first (spec 3 §9). */
export const VAULT_PAGE_SIZE = 100

/** The most of each, ours: characters, and entries of one place. */
export const VAULT_LIMITS = {
  entries: 1000,
  /** People who read one entry. */
  readers: 200,
  label: 120,
  username: 200,
  password: 1000,
  address: 500,
  notes: 10_000,
  /** Of an entry as it is kept: all of the above in four bytes a character, padded, in base64. */
  ciphertext: 64_000,
  /** Uses of an entry that are shown. */
  uses: 100,
  passphraseMin: 12,
  passphrase: 500,
} as const

/** How long an unlocked vault stays open while nobody does anything; ours. */
export const VAULT_IDLE_MS = 5 * 60_000

/**
 * Where WebAssembly may run, which makes a passphrase's key: in one worker, whose own answer says so. The
 * pages' policies stay without it. The build names the file after its source.
 */
export const isVaultWorker = (path: string): boolean => /^\/assets\/argon2-worker-[\w-]+\.js$/.test(path)
export const VAULT_WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
