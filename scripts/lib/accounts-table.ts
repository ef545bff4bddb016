import type { Account } from './server-process.ts'

/** Who can sign in, as a table for a terminal. */
export function accountsTable(accounts: readonly Account[]): string {
  const rows = [
    ['User name', 'Password', 'Name', 'Role', 'Shows'],
    ...accounts.map((a) => [a.userName, a.password, a.displayName, a.role, showsOf(a)]),
  ]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd(),
  )
  const rule = widths.map((width) => '─'.repeat(width)).join('   ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => `  ${line}`).join('\n')
}

function showsOf({ kind = '', twoFactorSecret }: Account): string {
  return twoFactorSecret === undefined ? kind : `${kind}, authenticator secret ${twoFactorSecret}`
}
