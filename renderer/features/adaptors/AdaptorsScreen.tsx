import './mantine-styles.ts'
import { Activity, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { PermissionName } from '#shared/domain/permissions.ts'
import { useSession } from '../../services/context.tsx'
import { useShownWithin } from '../../ui/use-shown-within.ts'
import { AppsScreen } from '../third-party-apps/index.ts'
import { RoleCredentials } from '../tool-credentials/index.ts'
import styles from './Adaptors.module.css'
import { ApiKeysSection } from './ApiKeysSection.tsx'
import { InboundSection } from './InboundSection.tsx'
import { PushSection } from './PushSection.tsx'
import { PUSH_TEXT } from './push-text.ts'
import { ServicesSection } from './ServicesSection.tsx'
import { SmsSection } from './SmsSection.tsx'
import { MailSection } from './SmtpSection.tsx'
import { SsoSection } from './SsoSection.tsx'
import { SurveyToolsSection } from './SurveyToolsSection.tsx'
import { SERVICES_TEXT, SURVEY_TEXT } from './services-text.ts'
import { TEXT } from './text.ts'
import { WebhooksSection } from './WebhooksSection.tsx'

interface Kind {
  readonly key: string
  readonly label: string
  readonly body: ReactNode
  /** The page's own where it names none. */
  readonly permission?: PermissionName
}

/** Each kind of way to a service outside. */
const KINDS: readonly Kind[] = [
  { key: 'mail', label: TEXT.kinds.mail, body: <MailSection /> },
  { key: 'single-sign-on', label: TEXT.kinds.sso, body: <SsoSection /> },
  { key: 'webhooks', label: TEXT.kinds.webhooks, body: <WebhooksSection /> },
  { key: 'sms', label: TEXT.kinds.sms, body: <SmsSection /> },
  { key: 'push', label: PUSH_TEXT.name, body: <PushSection /> },
  { key: 'survey-tools', label: SURVEY_TEXT.tab, body: <SurveyToolsSection /> },
  { key: 'services', label: SERVICES_TEXT.tab, body: <ServicesSection /> },
  { key: 'inbound', label: TEXT.kinds.inbound, body: <InboundSection /> },
  { key: 'api-keys', label: TEXT.kinds.apiKeys, body: <ApiKeysSection /> },
  {
    key: 'credentials',
    label: TEXT.kinds.credentials,
    permission: 'ADMIN_CAN_MANAGE_CREDENTIALS',
    body: (
      <div className={styles.section}>
        <RoleCredentials />
      </div>
    ),
  },
  { key: 'apps', label: TEXT.kinds.apps, body: <AppsScreen /> },
]

/** Admin › Configuration › Connection adaptors: the ways to services outside (spec 5 §5.3). */
export function AdaptorsScreen() {
  const [params, setParams] = useSearchParams()
  const permissions = useSession((session) => session.permissions)
  const kinds = KINDS.filter(({ permission = 'ADMIN_CAN_MANAGE_ADAPTORS' }) => permissions.can(permission))
  const scope = useId()
  const bar = useRef<HTMLDivElement>(null)
  const at = Math.max(
    0,
    kinds.findIndex(({ key }) => key === params.get('kind')),
  )
  const current = kinds[at]
  /** Whose tabs were open: what was typed in one is still there when its tab is opened again. */
  const [opened, setOpened] = useState<readonly string[]>([])
  if (current && !opened.includes(current.key)) setOpened([...opened, current.key])
  useShownWithin(bar, `[role="tab"]:nth-child(${at + 1})`)
  const open = (key: string) => setParams(key === kinds[0]?.key ? {} : { kind: key })
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: kinds.length - 1 }[event.key]
    const tab = next === undefined ? undefined : kinds[(next + kinds.length) % kinds.length]
    if (!tab || event.altKey) return
    event.preventDefault()
    open(tab.key)
    bar.current?.querySelector<HTMLElement>(`[data-kind="${tab.key}"]`)?.focus()
  }
  return (
    <div className={styles.page}>
      <h1>{TEXT.title}</h1>
      <div ref={bar} role="tablist" aria-label={TEXT.title} className={styles.kinds} onKeyDown={onKeyDown}>
        {kinds.map(({ key, label }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${scope}-${key}`}
            data-kind={key}
            aria-selected={key === current?.key}
            aria-controls={`${scope}-panel`}
            tabIndex={key === current?.key ? 0 : -1}
            onClick={() => open(key)}
          >
            {label}
          </button>
        ))}
      </div>
      <div
        role="tabpanel"
        id={`${scope}-panel`}
        aria-labelledby={`${scope}-${current?.key}`}
        className={styles.panel}
      >
        {kinds
          .filter(({ key }) => opened.includes(key))
          .map(({ key, body }) => (
            <Activity key={key} mode={key === current?.key ? 'visible' : 'hidden'}>
              {body}
            </Activity>
          ))}
      </div>
    </div>
  )
}
