import './mantine-styles.ts'
import { Button } from '@mantine/core'
import { IconApps, IconCopy, IconPlus } from '@tabler/icons-react'
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  endOAuthClient,
  type OAuthClient,
  oauthClients,
  rotateOAuthClientSecret,
  switchOAuthClient,
} from '#shared/contract/oauth.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { useServices } from '../../services/context.tsx'
import { serverOrigin } from '../../services/desktop/desktop.ts'
import { reasonOf } from '../../services/http/api-client.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AppDialog, type Showing } from './AppDialog.tsx'
import styles from './AppsScreen.module.css'
import { SCOPE_TEXT, ADMIN_TEXT as TEXT } from './text.ts'
import { useCopy } from './use-copy.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const APPS: QueryKey = ['oauth-clients']

/** The apps that people may give access to, for who keeps them (decisions, 'OAuth for third-party apps'). */
export function AppsScreen() {
  const { api } = useServices()
  const queries = useQueryClient()
  const [showing, setShowing] = useState<Showing | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: APPS,
    queryFn: ({ signal }) => api.call(oauthClients, undefined, { quiet: true, signal }),
  })
  const fresh = () => void queries.invalidateQueries({ queryKey: APPS })
  return (
    <section className={styles.screen} aria-labelledby="apps-title">
      <header className={styles.head}>
        <div>
          <h2 id="apps-title">{TEXT.title}</h2>
          <p>{TEXT.lead}</p>
        </div>
        <Button
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => setShowing({ what: 'form', app: null })}
        >
          {TEXT.register}
        </Button>
      </header>
      {error ? (
        <LoadFailure
          icon={<IconApps size={26} />}
          title={TEXT.failed}
          reason={reasonOf(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <div role="status" aria-label={TEXT.loading}>
          <Skeleton width="100%" height={160} />
        </div>
      ) : data.length === 0 ? (
        <EmptyState icon={<IconApps size={26} />} title={TEXT.none} />
      ) : (
        <ul className={styles.list} aria-label={TEXT.list}>
          {data.map((app) => (
            <App key={app.clientID} app={app} onShow={setShowing} onChanged={fresh} />
          ))}
        </ul>
      )}
      <SetUp />
      <AppDialog showing={showing} onShow={setShowing} onChanged={fresh} />
    </section>
  )
}

/** What whoever writes an app sets it up by. */
function SetUp() {
  const copy = useCopy()
  const origin = serverOrigin(window) || window.location.origin
  const address = `${origin}/.well-known/oauth-authorization-server`
  return (
    <section className={styles.setUp} aria-labelledby="apps-set-up">
      <h3 id="apps-set-up">{TEXT.setUp}</h3>
      <p>{TEXT.setUpLead}</p>
      <p className={styles.address}>
        <code>{address}</code>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={15} aria-hidden="true" />}
          onClick={() => void copy(address)}
        >
          {TEXT.copyAddress}
        </Button>
      </p>
      <p>{TEXT.scopesAt}</p>
    </section>
  )
}

interface AppProps {
  readonly app: OAuthClient
  readonly onShow: (showing: Showing) => void
  readonly onChanged: () => void
}

function App({ app, onShow, onChanged }: AppProps) {
  const { clientID, name, redirectURIs, scopes, secretAt, isDisabled, people, lastUsedAt } = app
  const copy = useCopy()
  const used =
    lastUsedAt === null || people === 0 ? '' : ` · ${TEXT.used(DAY.format(Date.parse(lastUsedAt)))}`
  return (
    <li className={styles.app} aria-label={name}>
      <div className={styles.name}>
        <strong>{name}</strong>
        {isDisabled ? <span className={styles.off}>{TEXT.off}</span> : null}
        <span className={styles.people}>
          {TEXT.people(people)}
          {used}
        </span>
      </div>
      <dl className={styles.facts}>
        <div>
          <dt>{TEXT.clientID}</dt>
          <dd className={styles.address}>
            <code>{clientID}</code>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={TEXT.copyID(name)}
              onClick={() => void copy(clientID)}
            >
              <IconCopy size={15} aria-hidden="true" />
            </Button>
          </dd>
        </div>
        <div>
          <dt>{TEXT.secret}</dt>
          <dd>{secretAt === null ? TEXT.noSecret : TEXT.secretOf(DAY.format(Date.parse(secretAt)))}</dd>
        </div>
        <div>
          <dt>{TEXT.answeredAt}</dt>
          {redirectURIs.map((address) => (
            <dd key={address}>{address}</dd>
          ))}
        </div>
        <div className={styles.scopes}>
          <dt>{TEXT.mayAsk}</dt>
          {scopes.map((scope) => (
            <dd key={scope} title={SCOPE_TEXT[scope]}>
              {scope}
            </dd>
          ))}
        </div>
      </dl>
      <Actions app={app} onShow={onShow} onChanged={onChanged} />
    </li>
  )
}

function Actions({ app, onShow, onChanged }: AppProps) {
  const { api, notices, prompts } = useServices()
  const [isBusy, setBusy] = useState(false)
  const { clientID, name, isConfidential, isDisabled } = app
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    await work().catch((error: unknown) => notices.show('error', reasonOf(error)))
    setBusy(false)
    onChanged()
  }
  const sure = (title: string, text: string, yes: string) => prompts.ask({ title, text, yes, no: TEXT.keep })
  const rotate = async () => {
    if (!(await sure(TEXT.askRotate, TEXT.askRotateText(name), TEXT.yesRotate))) return
    await run(async () => {
      const { client, secret } = await api.call(rotateOAuthClientSecret, { clientID }, { quiet: true })
      onShow({ what: 'secret', app: client, secret })
    })
  }
  const turn = async () => {
    if (!isDisabled && !(await sure(TEXT.askOff(name), TEXT.askOffText, TEXT.yesOff))) return
    await run(async () => {
      await api.call(switchOAuthClient, { clientID, isDisabled: !isDisabled }, { quiet: true })
      notices.show('success', isDisabled ? TEXT.isOn(name) : TEXT.isOff(name))
    })
  }
  const end = async () => {
    if (!(await sure(TEXT.askEnd(name), TEXT.askEndText(TEXT.people(app.people)), TEXT.yesEnd))) return
    await run(async () => {
      await api.call(endOAuthClient, { clientID }, { quiet: true })
      notices.show('success', TEXT.ended(name))
    })
  }
  const button = { size: 'xs', variant: 'default', disabled: isBusy } as const
  return (
    <div className={styles.actions}>
      <Button {...button} aria-label={TEXT.edit(name)} onClick={() => onShow({ what: 'form', app })}>
        {TEXT.editShort}
      </Button>
      {isConfidential ? (
        <Button {...button} aria-label={TEXT.rotate(name)} onClick={() => void rotate()}>
          {TEXT.rotateShort}
        </Button>
      ) : null}
      <Button
        {...button}
        aria-label={isDisabled ? TEXT.switchOn(name) : TEXT.switchOff(name)}
        onClick={() => void turn()}
      >
        {isDisabled ? TEXT.switchOnShort : TEXT.switchOffShort}
      </Button>
      <Button {...button} aria-label={TEXT.end(name)} onClick={() => void end()}>
        {TEXT.endShort}
      </Button>
    </div>
  )
}
