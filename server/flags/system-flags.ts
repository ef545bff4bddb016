import type { FlagSeverity, FlagSource } from '#shared/domain/system-flags.ts'
import type { Database } from '../db/database.ts'

interface Flag {
  readonly title: string
  readonly severity: FlagSeverity
  readonly source: FlagSource
  readonly message: string
  readonly whatToDo: string
}

/** Flags that raise and clear themselves (spec 5 §5.12). */
const FLAGS = {
  BACKUP_LATE: {
    title: 'Backup is late',
    severity: 'CRITICAL',
    source: 'JOB',
    message: 'The newest backup is more than 26 hours old.',
    whatToDo: 'Look at the runs of Backup in Admin › Configuration › Background services.',
  },
  BACKUP_DRILL_FAILED: {
    title: 'Backup cannot be restored',
    severity: 'CRITICAL',
    source: 'JOB',
    message: 'The newest backup could not be restored and compared.',
    whatToDo: 'Look at the runs of Backup drill in Admin › Configuration › Background services.',
  },
  MAIL_NOT_SET_UP: {
    title: 'Mail is not set up',
    severity: 'WARNING',
    source: 'CHECK',
    message: 'Mail is not set up. Nobody gets invitations, links or letters.',
    whatToDo: 'Set up the SMTP adaptor in Admin › Configuration › Connection adaptors.',
  },
  MAIL_FAILING: {
    title: 'Mail cannot be sent',
    severity: 'CRITICAL',
    source: 'ADAPTOR',
    message: 'Mail cannot be sent. It waits, and is tried again.',
    whatToDo: 'Test the SMTP adaptor in Admin › Configuration › Connection adaptors.',
  },
  NOT_ENCRYPTED: {
    title: 'Connections are not encrypted',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'People reach this installation without HTTPS. Their passwords can be read on the way.',
    whatToDo: 'Set up a certificate or a reverse proxy, and give the public origin as https://….',
  },
  CERTIFICATE_ENDS: {
    title: 'The certificate needs renewal',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'The certificate of this server ends soon.',
    whatToDo: 'Put a new certificate and its key in the place of the files. They are read without a restart.',
  },
  LICENCE_ENDS: {
    title: 'The licence ends',
    severity: 'WARNING',
    source: 'CHECK',
    message: 'The licence of this installation ends soon.',
    whatToDo: 'Have it renewed: without a licence nobody can work.',
  },
  CONTRACT_ENDS: {
    title: 'An agency’s contract ends',
    severity: 'WARNING',
    source: 'CHECK',
    message: 'A contract with an agency ends soon.',
    whatToDo: 'Renew it, or end the agency, in Admin › Configuration › Agencies.',
  },
  ADAPTOR_FAILING: {
    title: 'A connection fails',
    severity: 'CRITICAL',
    source: 'ADAPTOR',
    message: 'A connection adaptor fails again and again.',
    whatToDo: 'Test it in Admin › Configuration › Connection adaptors.',
  },
  SECRETS_READABLE: {
    title: 'Secrets can be read by others',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'Files with secrets can be read by other accounts of this machine.',
    whatToDo: 'Let only the server’s own account read them (mode 0600), then rotate the secrets.',
  },
  CLOCK_OFF: {
    title: 'The clock is wrong',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'The clock of this machine was set back.',
    whatToDo: 'Set the clock, and let the machine follow a time server.',
  },
  WEBHOOK_OFF: {
    title: 'A webhook was turned off',
    severity: 'WARNING',
    source: 'ADAPTOR',
    message: 'A webhook had no success for 5 days and was turned off.',
    whatToDo: 'Look at its deliveries in Admin › Configuration › Connection adaptors, and turn it on again.',
  },
  SYSTEM_ISSUES: {
    title: 'System issues',
    severity: 'WARNING',
    source: 'CHECK',
    message: 'People on shift have system issues.',
    whatToDo: 'See what their tickets have in common.',
  },
  EXCESSIVE_SYSTEM_ISSUES: {
    title: 'Excessive system issues',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'Many people on shift cannot work.',
    whatToDo: 'Look into it now, and tell people by a broadcast.',
  },
  DISK_LOW: {
    title: 'The disk is nearly full',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'There is little space left where the data are.',
    whatToDo: 'Make room, or move the data to a larger disk. A full disk refuses all changes.',
  },
  EXPERIMENTAL_ENDED: {
    title: 'An experimental has ended',
    severity: 'INFO',
    source: 'JOB',
    message: 'Something experimental is past its end date and off.',
    whatToDo: 'Decide in Admin › Experimentals whether it goes on, then clear this.',
  },
  AUDIT_BROKEN: {
    title: 'The audit was tampered with',
    severity: 'CRITICAL',
    source: 'CHECK',
    message: 'The chain of the audit is broken.',
    whatToDo: 'Compare with a backup: fieldwork-admin verify-audit says what it finds.',
  },
  JOB_FAILING: {
    title: 'A background service fails',
    severity: 'CRITICAL',
    source: 'JOB',
    message: 'A background service fails again and again.',
    whatToDo: 'Look at its last runs in Admin › Configuration › Background services.',
  },
} as const satisfies Record<string, Flag>

export type FlagKey = keyof typeof FLAGS

/**
 * Raises the flag; one that stands gets the new words. `at` in milliseconds since 1970.
 * @param message what exactly is the matter, where the flag's own words don't say it
 */
export async function raiseFlag(db: Database, key: FlagKey, at: number, message?: string): Promise<void> {
  const flag = { ...FLAGS[key], ...(message !== undefined && { message }) }
  await db
    .insertInto('systemFlags')
    .values({ key, ...flag, raisedAt: at, clearedAt: null, acknowledgedBy: null })
    .onConflict((conflict) =>
      conflict.column('key').where('clearedAt', 'is', null).doUpdateSet({ message: flag.message }),
    )
    .execute()
}

/** Clears the flag, if it stands; the row stays as a past one. */
export async function clearFlag(db: Database, key: FlagKey, at: number): Promise<void> {
  await db
    .updateTable('systemFlags')
    .set({ clearedAt: at })
    .where('key', '=', key)
    .where('clearedAt', 'is', null)
    .execute()
}
