import './mantine-styles.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconCopy, IconEye, IconEyeOff, IconKey, IconPlugConnected } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ExternalService, revealService, viewAllServices } from '#shared/contract/tools.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { createSecretClipboard } from '../../services/page/secret-clipboard.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './ExternalServices.module.css'
import { SERVICES_TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })

/** What a person signs in to their tools with: listed without passwords, shown and copied one by one (spec 3 §2). */
export function ExternalServices() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery({
    queryKey: ['external-services'],
    queryFn: ({ signal }) => api.call(viewAllServices, undefined, { quiet: true, signal }),
  })
  if (error) {
    return (
      <LoadFailure
        icon={<IconPlugConnected size={26} />}
        title={SERVICES_TEXT.failed}
        reason={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={SERVICES_TEXT.loading}>
        <Skeleton width="100%" height={120} />
      </div>
    )
  }
  return (
    <>
      {data.length === 0 ? (
        <EmptyState icon={<IconPlugConnected size={26} />} title={SERVICES_TEXT.none} />
      ) : (
        <>
          <p className={styles.lead}>{SERVICES_TEXT.lead}</p>
          <ul className={styles.services} aria-label={SERVICES_TEXT.list}>
            {data.map((service) => (
              <Service key={service.id} service={service} />
            ))}
          </ul>
        </>
      )}
      <RemoteDesktopsLink />
    </>
  )
}

/** They have a place of their own, with what connects to them. */
function RemoteDesktopsLink() {
  const { dialogs } = useServices()
  const maySee = useSession(({ permissions }) => permissions.can('CAN_WORK_REMOTELY'))
  if (!maySee) return null
  return (
    <section className={styles.desktops}>
      <h3>{SERVICES_TEXT.desktops}</h3>
      <p className={styles.lead}>{SERVICES_TEXT.desktopsLead}</p>
      <Button size="xs" variant="default" onClick={() => dialogs.open('remote-desktops')}>
        {SERVICES_TEXT.openDesktops}
      </Button>
    </section>
  )
}

/** Its password is asked for when it is wanted, and forgotten when it is hidden or left. */
function Service({ service: { id, serviceName, userName, lastUpdatedTime } }: { service: ExternalService }) {
  const { api, timers, notices } = useServices()
  const [clipboard] = useState(() => createSecretClipboard(timers))
  const [shown, setShown] = useState<{ password: string; url: string } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => void clipboard.clear(), [clipboard])
  const ask = async () => {
    setProblem(null)
    try {
      return await api.call(revealService, { id }, { quiet: true })
    } catch (error) {
      setProblem(reasonOf(error))
      return null
    }
  }
  const toggle = async () => setShown(shown ? null : await ask())
  const copyPassword = async () => {
    const secret = shown ?? (await ask())
    if (secret) tell(await clipboard.copy(secret.password), SERVICES_TEXT.copiedSecret)
  }
  const copyName = async () => {
    const copied = await navigator.clipboard.writeText(userName).then(
      () => true,
      () => false,
    )
    tell(copied, SERVICES_TEXT.copied)
  }
  const tell = (copied: boolean, words: string) =>
    notices.show(copied ? 'success' : 'warning', copied ? words : SERVICES_TEXT.refused)
  const name = `${serviceName} (${userName})`
  return (
    <li className={styles.service}>
      <div className={styles.head}>
        <IconKey size={20} stroke={1.6} aria-hidden="true" />
        <div className={styles.what}>
          <strong>{serviceName}</strong>
          <span>{userName}</span>
          {lastUpdatedTime === null ? null : (
            <small>{SERVICES_TEXT.updated(DAY.format(new Date(lastUpdatedTime)))}</small>
          )}
        </div>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={SERVICES_TEXT.copyName(name)}
          onClick={() => void copyName()}
        >
          <IconCopy size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={shown ? SERVICES_TEXT.hide(name) : SERVICES_TEXT.reveal(name)}
          aria-expanded={shown !== null}
          onClick={() => void toggle()}
        >
          {shown ? <IconEyeOff size={18} stroke={1.6} /> : <IconEye size={18} stroke={1.6} />}
        </ActionIcon>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={SERVICES_TEXT.copyPassword(name)}
          onClick={() => void copyPassword()}
        >
          {SERVICES_TEXT.copyShort}
        </Button>
      </div>
      {shown ? (
        <dl className={styles.secret}>
          <dt>{SERVICES_TEXT.password}</dt>
          <dd>
            <code>{shown.password}</code>
          </dd>
          {shown.url === '' ? null : (
            <>
              <dt>{SERVICES_TEXT.address}</dt>
              <dd>{shown.url}</dd>
            </>
          )}
        </dl>
      ) : null}
      <Problem>{problem}</Problem>
    </li>
  )
}
