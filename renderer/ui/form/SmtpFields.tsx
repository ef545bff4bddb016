import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ADAPTOR_STEPS, type AdaptorTestResult } from '#shared/contract/adaptors.ts'
import { SMTP_SECURITIES, SMTP_STEPS, type SmtpSecurity } from '#shared/domain/mail.ts'
import styles from './Smtp.module.css'
import { type SmtpEntries, type SmtpFaults, type SmtpField, withSecurity } from './smtp-entries.ts'

const LABELS: Readonly<Record<SmtpField, string>> = {
  host: 'Mail server',
  port: 'Port',
  security: 'Encryption',
  user: 'Mail user',
  password: 'Mail password',
  from: 'From',
  replyTo: 'Reply to',
  perMinute: 'E-mails a minute',
}

interface SmtpFieldsProps {
  readonly entries: SmtpEntries
  readonly faults: SmtpFaults
  readonly onChange: (entries: SmtpEntries) => void
  /** What is known of a password that is kept, and what can be done to it. */
  readonly kept?: ReactNode
}

/** The settings of a mail server (spec 5 §5.3). */
export function SmtpFields({ entries, faults, onChange, kept }: SmtpFieldsProps) {
  const field = (name: Exclude<SmtpField, 'security'>) => ({
    name,
    label: LABELS[name],
    value: entries[name],
    error: faults[name] ?? null,
    'aria-invalid': faults[name] !== undefined,
    spellCheck: false,
    autoCapitalize: 'none',
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      onChange({ ...entries, [name]: event.currentTarget.value }),
  })
  return (
    <div className={styles.fields}>
      <div className={styles.server}>
        <TextInput {...field('host')} placeholder="smtp.example.com" inputMode="url" autoComplete="off" />
        <TextInput {...field('port')} inputMode="numeric" autoComplete="off" />
        <NativeSelect
          name="security"
          label={LABELS.security}
          value={entries.security}
          error={faults.security ?? null}
          aria-invalid={faults.security !== undefined}
          data={Object.entries(SMTP_SECURITIES).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange(withSecurity(entries, event.currentTarget.value as SmtpSecurity))}
        />
      </div>
      <div className={styles.pair}>
        <TextInput {...field('user')} autoComplete="off" />
        <div>
          <PasswordInput
            {...field('password')}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show mail password', tabIndex: 0 }}
          />
          {kept}
        </div>
      </div>
      <div className={styles.addresses}>
        <TextInput {...field('from')} type="email" placeholder="office@example.com" autoComplete="off" />
        <TextInput {...field('replyTo')} type="email" autoComplete="off" />
        <TextInput {...field('perMinute')} inputMode="numeric" autoComplete="off" />
      </div>
    </div>
  )
}

const STEPS = { ...SMTP_STEPS, ...ADAPTOR_STEPS }
const ICONS = { true: IconCheck, false: IconAlertCircle, null: IconMinus } as const
const OUTCOMES = { true: 'Done', false: 'Failed', null: 'Not tried' } as const

/** How each step of a test went, in words. */
export function SmtpSteps({ result }: { readonly result: AdaptorTestResult | null }) {
  return (
    <div role="status">
      {result ? (
        <ol className={styles.steps}>
          {result.steps.map(({ step, isOk, words }) => {
            const Icon = ICONS[`${isOk}`]
            return (
              <li key={step} data-ok={isOk}>
                <Icon size={18} role="img" aria-label={OUTCOMES[`${isOk}`]} />
                <span>
                  <b>{STEPS[step]}</b> {words}
                </span>
              </li>
            )
          })}
        </ol>
      ) : null}
    </div>
  )
}
