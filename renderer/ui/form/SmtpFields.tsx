import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import { IconAlertCircle, IconCheck, IconMinus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ADAPTOR_STEPS, type AdaptorTestResult } from '#shared/contract/adaptors.ts'
import {
  SMTP_SECURITIES,
  SMTP_SIGN_INS,
  SMTP_STEPS,
  type SmtpSecurity,
  type SmtpSignIn,
} from '#shared/domain/mail.ts'
import styles from './Smtp.module.css'
import { type SmtpEntries, type SmtpFaults, type SmtpField, withSecurity } from './smtp-entries.ts'

const LABELS: Readonly<Record<SmtpField, string>> = {
  host: 'Mail server',
  port: 'Port',
  security: 'Encryption',
  user: 'Mail user',
  password: 'Mail password',
  signIn: 'Sign-in by',
  tokenAddress: 'Address for tokens',
  clientID: 'Client id',
  scope: 'Scope',
  from: 'From',
  replyTo: 'Reply to',
  reportsHost: 'Delivery reports from (IMAP)',
  reportsPort: 'IMAP port',
  perMinute: 'E-mails a minute',
}

const REPORTS_HINT = 'Read with the same user, so that e-mails that came back show. Empty: not read.'

/** What a client of OAuth has instead of a password. */
const CLIENT_SECRET = 'Client secret'

interface SmtpFieldsProps {
  readonly entries: SmtpEntries
  readonly faults: SmtpFaults
  readonly onChange: (entries: SmtpEntries) => void
  /** What is known of a password that is kept, and what can be done to it. */
  readonly kept?: ReactNode
}

/** The settings of a mail server (spec 5 §5.3). */
export function SmtpFields({ entries, faults, onChange, kept }: SmtpFieldsProps) {
  const field = (name: Exclude<SmtpField, 'security' | 'signIn'>) => ({
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
  const isOAuth = entries.signIn === 'OAUTH'
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
      <div className={styles.signIn}>
        <TextInput {...field('user')} autoComplete="off" />
        <NativeSelect
          name="signIn"
          label={LABELS.signIn}
          value={entries.signIn}
          data={Object.entries(SMTP_SIGN_INS).map(([value, label]) => ({ value, label }))}
          onChange={(event) => onChange({ ...entries, signIn: event.currentTarget.value as SmtpSignIn })}
        />
        <div>
          <PasswordInput
            {...field('password')}
            label={isOAuth ? CLIENT_SECRET : LABELS.password}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': 'Show mail password', tabIndex: 0 }}
          />
          {kept}
        </div>
      </div>
      {isOAuth ? (
        <div className={styles.addresses}>
          <TextInput
            {...field('tokenAddress')}
            placeholder="https://login.microsoftonline.com/…/oauth2/v2.0/token"
            inputMode="url"
            autoComplete="off"
          />
          <TextInput {...field('clientID')} autoComplete="off" />
          <TextInput
            {...field('scope')}
            placeholder="https://outlook.office365.com/.default"
            autoComplete="off"
          />
        </div>
      ) : null}
      <div className={styles.addresses}>
        <TextInput {...field('from')} type="email" placeholder="office@example.com" autoComplete="off" />
        <TextInput {...field('replyTo')} type="email" autoComplete="off" />
        <TextInput {...field('perMinute')} inputMode="numeric" autoComplete="off" />
        <TextInput
          {...field('reportsHost')}
          description={REPORTS_HINT}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="imap.example.com"
          inputMode="url"
          autoComplete="off"
        />
        <TextInput {...field('reportsPort')} inputMode="numeric" autoComplete="off" />
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
