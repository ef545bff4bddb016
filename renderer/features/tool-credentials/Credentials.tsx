import { Button } from '@mantine/core'
import { useState } from 'react'
import { removeCredential, type ToolCredential } from '#shared/contract/credentials.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { CREDENTIAL_TOOLS } from '#shared/domain/tool-credentials.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import styles from './ToolCredentials.module.css'
import { TEXT } from './text.ts'

const format = { day: 'numeric', month: 'short', year: 'numeric' } as const
const day = dateFormat({ ...format, timeZone: 'UTC' })
const london = dateFormat({ ...format, timeZone: LONDON })
export const dayWords = (on: string) => day.format(Date.parse(`${on}T00:00:00Z`))

/** Whose an entry is, as the calls take it. */
export const whoseOf = ({ kind, id }: ToolCredential['holder']) =>
  kind === 'PERSON' ? { userID: id } : { roleID: id }

interface CredentialsProps {
  readonly label: string
  readonly credentials: readonly ToolCredential[]
  /** Says whose each is. */
  readonly withHolder?: boolean
  /** Why one that isn't used isn't. */
  readonly behind?: (one: ToolCredential) => 'BEHIND' | 'OTHER_ROLE'
  /** Null where they aren't changed from here. */
  readonly onChange: ((one: ToolCredential) => void) | null
  readonly onGone: () => unknown
}

/** Entries, each with what is known of it; never with a password. */
export function Credentials({ label, credentials, onChange, onGone, ...rest }: CredentialsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {credentials.map((one) => (
        <Row key={`${one.holder.kind} ${one.holder.id} ${one.id}`} {...rest} {...{ one, onChange, onGone }} />
      ))}
    </ul>
  )
}

interface RowProps extends Pick<CredentialsProps, 'withHolder' | 'behind' | 'onChange' | 'onGone'> {
  readonly one: ToolCredential
}

function Row({ one, withHolder, behind = () => 'BEHIND', onChange, onGone }: RowProps) {
  const { api, notices, prompts } = useServices()
  const mayKeep = useSession(({ permissions }) => permissions.can('ADMIN_CAN_MANAGE_CREDENTIALS'))
  const mayDeleteVpn = useSession(({ permissions }) => permissions.can('CAN_DELETE_VPN'))
  const [isBusy, setBusy] = useState(false)
  const tool = CREDENTIAL_TOOLS[one.tool]
  const state = one.isExpired ? 'EXPIRED' : one.isUsed ? 'USED' : behind(one)
  const mayRemove = onChange !== null && (one.tool === 'VPN' ? mayDeleteVpn : mayKeep)
  const remove = async () => {
    const [title, text] = [TEXT.removeAsk(tool, one.holder.name), TEXT.removeText]
    if (!(await prompts.ask({ title, text, yes: TEXT.remove, no: TEXT.keep }))) return
    setBusy(true)
    try {
      const { id, version } = one
      await api.call(removeCredential, { ...whoseOf(one.holder), id, version }, { quiet: true })
      notices.show('success', TEXT.removed(tool))
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
    setBusy(false)
    await onGone()
  }
  return (
    <li>
      <div className={styles.what}>
        <div className={styles.named}>
          <strong>{withHolder ? `${one.holder.name} · ${tool}` : tool}</strong>
          <span className={styles.state} data-state={state}>
            {TEXT.states[state]}
          </span>
        </div>
        <span>{[one.userName, one.address].filter(Boolean).join(' · ')}</span>
        <small>
          {[
            one.hasPassword ? '' : TEXT.noPassword,
            one.isAutoConnect ? TEXT.autoConnects : '',
            one.forceReload ? TEXT.reloads : '',
            one.expires === null ? '' : (one.isExpired ? TEXT.ended : TEXT.until)(dayWords(one.expires)),
            one.updatedAt === null ? '' : TEXT.setBy(one.updatedBy, london.format(Date.parse(one.updatedAt))),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      <div className={styles.buttons}>
        {onChange && mayKeep ? (
          <Button
            size="compact-xs"
            variant="default"
            aria-label={TEXT.changeOf(tool, one.userName)}
            onClick={() => onChange(one)}
          >
            {TEXT.change}
          </Button>
        ) : null}
        {mayRemove ? (
          <Button
            size="compact-xs"
            variant="default"
            loading={isBusy}
            aria-label={TEXT.removeOf(tool, one.userName)}
            onClick={() => void remove()}
          >
            {TEXT.remove}
          </Button>
        ) : null}
      </div>
    </li>
  )
}
