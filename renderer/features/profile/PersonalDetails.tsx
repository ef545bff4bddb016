import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import {
  askProfileChange,
  cancelProfileChange,
  type PersonalDetails as Details,
  type ProfileChange,
} from '#shared/contract/profile.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { ASKED_FIELDS, type AskedField, changeProblem } from '#shared/domain/profile.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { MyData } from '../privacy/index.ts'
import { ChangesToDecide } from './ChangesToDecide.tsx'
import { Contacts } from './Contacts.tsx'
import { OneField } from './OneField.tsx'
import styles from './PersonalDetails.module.css'
import { detailsQuery } from './queries.ts'
import { DETAILS_TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' })
const FIXED = ['userName', 'jobTitle', 'area', 'manager'] as const

/** What is kept of the person: what they change themselves, and what they ask for (spec 3 §2). */
export function PersonalDetails() {
  const { api } = useServices()
  const { data, error, refetch } = useQuery(detailsQuery(api))
  if (error) {
    return (
      <LoadFailure
        icon={<IconUserCircle size={26} />}
        title={DETAILS_TEXT.failed}
        reason={reasonOf(error)}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!data) {
    return (
      <div role="status" aria-label={DETAILS_TEXT.loading} className={styles.bones}>
        {[180, 240, 200, 160].map((width) => (
          <Skeleton key={width} width={width} height={18} />
        ))}
      </div>
    )
  }
  return (
    <div className={styles.details}>
      <ChangesToDecide />
      <Company details={data} />
      <Contacts contacts={data.contacts} />
      <History changes={data.changes} />
      <Suspense fallback={null}>
        <MyData />
      </Suspense>
    </div>
  )
}

function Company({ details }: { details: Details }) {
  const { dialogs } = useServices()
  const mayPicture = useSession(({ permissions }) => permissions.can('CAN_UPDATE_PROFILE_PICTURE'))
  return (
    <section aria-labelledby="details-company">
      <h3 id="details-company">{DETAILS_TEXT.company}</h3>
      <p className={styles.lead}>{DETAILS_TEXT.companyLead}</p>
      <div className={styles.picture}>
        <PersonAvatar userID={details.userID} name={details.displayName} size={40} />
        {mayPicture ? (
          <Button size="xs" variant="default" onClick={() => dialogs.open('picture')}>
            {DETAILS_TEXT.picture}
          </Button>
        ) : null}
      </div>
      <dl className={styles.facts}>
        {ASKED_FIELDS.map((field) => (
          <Asked key={field} field={field} details={details} />
        ))}
        {FIXED.map((field) => (
          <div key={field}>
            <dt>{DETAILS_TEXT.fields[field]}</dt>
            <dd>{details[field] || DETAILS_TEXT.none}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Something that somebody else has to agree to. */
function Asked({ field, details }: { field: AskedField; details: Details }) {
  const mayEdit = useSession(({ permissions }) => permissions.can('CAN_EDIT_PROFILE'))
  const { api, notices } = useServices()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const waiting = details.changes.find((change) => change.field === field && change.state === 'PENDING')
  const name = DETAILS_TEXT.fields[field]
  const fresh = () => queries.invalidateQueries({ queryKey: detailsQuery(api).queryKey })
  const ask = async (value: string) => {
    await api.call(askProfileChange, { field, value }, { quiet: true })
    notices.show('success', DETAILS_TEXT.asked)
    setAsking(false)
    await fresh()
  }
  const takeBack = async ({ id }: ProfileChange) => {
    setProblem(null)
    try {
      await api.call(cancelProfileChange, { id }, { quiet: true })
    } catch (error) {
      setProblem(reasonOf(error))
    }
    await fresh()
  }
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{details[field] || DETAILS_TEXT.none}</span>
        {field === 'email' && details.emailUnreachedAt !== null ? (
          <em className={styles.unreached}>
            {DETAILS_TEXT.unreached(DAY.format(new Date(details.emailUnreachedAt)))}
          </em>
        ) : null}
        {waiting ? (
          <>
            <em className={styles.waiting}>{DETAILS_TEXT.waiting(waiting.value)}</em>
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={DETAILS_TEXT.takeBack(name)}
              onClick={() => void takeBack(waiting)}
            >
              {DETAILS_TEXT.cancel}
            </Button>
          </>
        ) : mayEdit && !isAsking ? (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={DETAILS_TEXT.ask(name)}
            onClick={() => setAsking(true)}
          >
            {DETAILS_TEXT.change}
          </Button>
        ) : null}
        <Problem>{problem}</Problem>
        {isAsking ? (
          <OneField
            label={DETAILS_TEXT.askFor(name)}
            action={DETAILS_TEXT.send}
            problemOf={(value) => changeProblem(field, value)}
            onSubmit={ask}
            onCancel={() => setAsking(false)}
          />
        ) : null}
      </dd>
    </div>
  )
}

function History({ changes }: { changes: readonly ProfileChange[] }) {
  const decided = changes.filter(({ state }) => state !== 'PENDING')
  if (decided.length === 0) return null
  return (
    <section aria-labelledby="details-history">
      <h3 id="details-history">{DETAILS_TEXT.history}</h3>
      <ul className={styles.history}>
        {decided.map(({ id, field, before, value, state, askedAt, decidedBy, reason }) => (
          <li key={id} data-state={state}>
            <strong>
              {DETAILS_TEXT.states[state]}
              {DETAILS_TEXT.by(decidedBy)}
            </strong>{' '}
            {DETAILS_TEXT.fields[field]}: {DETAILS_TEXT.becomes(before, value)}
            <small>
              {DAY.format(new Date(askedAt))}
              {reason === '' ? '' : ` · ${reason}`}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}
