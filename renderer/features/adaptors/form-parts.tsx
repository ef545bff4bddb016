import { Button, PasswordInput } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AdaptorInfo, AdaptorTestResult } from '#shared/contract/adaptors.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { SmtpSteps } from '../../ui/form/SmtpFields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Adaptors.module.css'
import { dayOf } from './moments.ts'
import { Exchanges, Health } from './parts.tsx'
import { TEXT } from './text.ts'
import { useAdaptors } from './use-adaptors.ts'
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

interface WayFrameProps {
  readonly name: string
  readonly adaptor: AdaptorInfo | undefined
  readonly lead: string
  /** Where the provider sends what comes in; null where nothing does. */
  readonly path: string | null
  readonly callback: string
  readonly how: string
  readonly children: ReactNode
}

/** What stands around the form of a way to a provider: its state, where it sends to, and its last exchanges. */
export function WayFrame({ name, adaptor, lead, path, callback, how, children }: WayFrameProps) {
  const { notices } = useServices()
  const address = `${serverOrigin(window) || window.location.origin}${path}`
  const copy = () =>
    navigator.clipboard.writeText(address).then(
      () => void notices.show('success', INBOUND_TEXT.copied),
      () => void notices.show('warning', TEXT.copyRefused),
    )
  return (
    <section className={styles.section} aria-label={name}>
      <header className={styles.head}>
        <h2>{name}</h2>
        {adaptor ? (
          <span className={styles.state} data-state={adaptor.state}>
            {TEXT.states[adaptor.state]}
          </span>
        ) : null}
      </header>
      <p className={styles.lead}>{lead}</p>
      {path === null ? null : (
        <p className={styles.kept}>
          <span>
            {callback}: <code>{address}</code>
          </span>
          <Button size="compact-sm" variant="subtle" onClick={() => void copy()}>
            {INBOUND_TEXT.copyAddress}
          </Button>
        </p>
      )}
      {how === '' ? null : <p className={styles.lead}>{how}</p>}
      {adaptor ? <Health adaptor={adaptor} /> : null}
      {children}
      {adaptor ? <Exchanges id={adaptor.id} /> : null}
    </section>
  )
}

/** What the sections of adaptors show of the list: the adaptors once they are there. */
export function WithAdaptors({
  children,
}: {
  readonly children: (all: readonly AdaptorInfo[]) => ReactNode
}) {
  const { data, error, refetch } = useAdaptors()
  if (data) return children(data.adaptors)
  return error ? (
    <LoadFailure title={TEXT.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  ) : (
    <div role="status" aria-label={TEXT.loading}>
      <Skeleton width="100%" height={320} />
    </div>
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
