/**
 * Why a database can't be brought up to date, for whoever starts the server: a newer version has been there, or one
 * with migrations of its own. Null for other errors. The end of a sentence that begins with the database.
 */
export function otherVersionWords(error: unknown): string | null {
  const message = error instanceof Error ? error.message : ''
  if (!message.startsWith('corrupted migrations')) return null
  const newer = /previously executed migration (\S+) is missing/.exec(message)?.[1]
  return newer === undefined
    ? 'was written by another version of this server.'
    : `was written by a newer version of this server, which made ${newer}. Start that version, or a newer one.`
}
