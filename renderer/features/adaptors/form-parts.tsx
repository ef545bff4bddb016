import { Button, PasswordInput } from '@mantine/core'
import type { AdaptorInfo, AdaptorTestResult } from '#shared/contract/adaptors.ts'
import { SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import styles from './Adaptors.module.css'
import { dayOf } from './moments.ts'
import { TEXT } from './text.ts'
import { INBOUND_TEXT } from './webhook-text.ts'

interface SecretFieldProps {
  readonly label: string
  /** What is kept already: it is never shown, and stays where nothing is typed. */
  readonly kept: AdaptorInfo['secrets'][number] | undefined
  /** Said where nothing is kept yet. */
  readonly hint?: string | undefined
  readonly value: string
  readonly isLacking: boolean
  readonly onChange: (text: string) => void
}

/** A secret of an adaptor, which is typed and never shown again. */
export function SecretField({ label, kept, hint, value, isLacking, onChange }: SecretFieldProps) {
  return (
    <PasswordInput
      label={label}
      description={kept ? `${TEXT.setOn(dayOf(kept.setAt), kept.setBy)} ${INBOUND_TEXT.keepEmpty}` : hint}
      value={value}
      error={isLacking ? INBOUND_TEXT.secretMissing : null}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': INBOUND_TEXT.show(label), tabIndex: 0 }}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

interface FormEndProps {
  readonly result: AdaptorTestResult | null
  readonly problem: string | null
  readonly isBusy: boolean
  readonly onTest: () => void
}

/** What a test found, what went wrong, and the two ways to go on. */
export function FormEnd({ result, problem, isBusy, onTest }: FormEndProps) {
  return (
    <>
      <SmtpSteps result={result} />
      <Problem>{problem}</Problem>
      <div className={styles.actions}>
        <Button type="submit" loading={isBusy}>
          {TEXT.save}
        </Button>
        <Button variant="default" disabled={isBusy} onClick={onTest}>
          {TEXT.test}
        </Button>
      </div>
    </>
  )
}
