import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  applicantHiring,
  type Hiring,
  makeOffer,
  saveScorecard,
  withdrawOffer,
} from '#shared/contract/applicants.ts'
import type { ResponseOf } from '#shared/contract/http-call.ts'
import { OFFER_STATES, RECOMMENDATIONS, type Recommendation } from '#shared/domain/applicants.ts'
import { dateFormat } from '#shared/domain/date-format.ts'
import { LONDON } from '#shared/domain/london-time.ts'
import { poundsText } from '#shared/domain/pounds.ts'
import { applicantRecord } from '#shared/records/recruitment/applicant.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { AskDialog } from '../ask-dialog/index.ts'
import styles from './Applicants.module.css'
import { type Applicant, timelineKey } from './applicant.ts'
import { MadeLink } from './MadeLink.tsx'
import { TEXT } from './text.ts'

const DAY = dateFormat({ day: 'numeric', month: 'long', year: 'numeric', timeZone: LONDON })
const SCORES = ['1', '2', '3', '4', '5']
const keyOf = (id: number) => ['applicant-hiring', id]

type MadeOffer = ResponseOf<typeof makeOffer>

/** From the interview on: what was said of an applicant, and what they are offered. */
export function HiringPart({ applicant }: { readonly applicant: Applicant }) {
  const { id, stage } = applicant
  const { api, notices, prompts } = useServices()
  const queries = useQueryClient()
  const [open, setOpen] = useState<'scorecard' | 'offer' | null>(null)
  const [made, setMade] = useState<MadeOffer | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => api.call(applicantHiring, { id }, { quiet: true, signal }),
  })
  const again = () =>
    Promise.all(
      [keyOf(id), timelineKey(id), ['records', applicantRecord.name], ['record', applicantRecord.name]].map(
        (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    )
  if (error && !data)
    return <LoadFailure title={TEXT.hiringFailed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data) return null
  const isAtInterview = stage === 'INTERVIEW'
  const isAtOffer = stage === 'OFFER'
  const hasCards = data.own !== null || data.othersCount > 0
  if (!isAtInterview && !isAtOffer && !hasCards && data.offer === null) return null
  const withdraw = async () => {
    const [title, text] = [TEXT.offerBackTitle, TEXT.offerBackText]
    if (!(await prompts.ask({ title, text, yes: TEXT.offerBack, no: TEXT.cancel }))) return
    try {
      await api.call(withdrawOffer, { id }, { quiet: true })
    } catch (fault) {
      notices.show('error', refusalOf(fault))
    }
    await again()
  }
  return (
    <>
      {isAtInterview || hasCards ? (
        <section className={styles.part}>
          <h3>{TEXT.scorecards}</h3>
          <Scorecards hiring={data} />
          {isAtInterview ? (
            <div className={styles.buttons}>
              <Button size="xs" variant="default" onClick={() => setOpen('scorecard')}>
                {data.own === null ? TEXT.scorecardNew : TEXT.scorecardChange}
              </Button>
            </div>
          ) : null}
        </section>
      ) : null}
      {isAtOffer || data.offer !== null ? (
        <section className={styles.part}>
          <h3>{TEXT.offer}</h3>
          {data.offer === null ? (
            <p className={styles.quiet}>{TEXT.offerNone}</p>
          ) : (
            <p className={styles.quiet}>
              {OFFER_STATES[data.offer.state]}
              {data.offer.state === 'OPEN' && data.offer.until !== null
                ? `, ${TEXT.offerUntil(DAY.format(Date.parse(data.offer.until)))}`
                : ''}
              . {offerWords(data.offer)}
            </p>
          )}
          {isAtOffer ? (
            <div className={styles.buttons}>
              <Button size="xs" variant="default" onClick={() => setOpen('offer')}>
                {data.offer?.state === 'OPEN' ? TEXT.offerAnew : TEXT.offerMake}
              </Button>
              {data.offer?.state === 'OPEN' ? (
                <Button size="xs" variant="default" onClick={() => void withdraw()}>
                  {TEXT.offerBack}
                </Button>
              ) : null}
            </div>
          ) : null}
        </section>
      ) : null}
      {open === 'scorecard' ? (
        <ScorecardDialog applicant={applicant} own={data.own} onClose={() => setOpen(null)} onDone={again} />
      ) : null}
      {open === 'offer' ? (
        <OfferDialog
          applicant={applicant}
          hiring={data}
          onClose={() => setOpen(null)}
          onDone={again}
          onMade={setMade}
        />
      ) : null}
      {made === null ? null : (
        <Modal
          opened
          onClose={() => setMade(null)}
          title={TEXT.offerTo(applicant.name)}
          centered
          size={520}
          closeOnClickOutside={false}
        >
          <div className={styles.form}>
            <p className={styles.quiet}>{made.isMailed ? TEXT.offeredMailed : TEXT.offeredByHand}</p>
            <MadeLink label={TEXT.offerLink} url={made.url} />
            <FormActions>
              <Button onClick={() => setMade(null)}>{TEXT.close}</Button>
            </FormActions>
          </div>
        </Modal>
      )}
    </>
  )
}

const offerWords = ({ contract, area, startDate, rate }: NonNullable<Hiring['offer']>) =>
  TEXT.offerWords(contract, area, DAY.format(Date.parse(`${startDate}T12:00:00Z`)), poundsText(rate))

function Scorecards({ hiring: { own, others, othersCount, average } }: { readonly hiring: Hiring }) {
  if (own === null)
    return (
      <p className={styles.quiet}>
        {othersCount === 0 ? TEXT.scorecardNone : TEXT.scorecardHidden(othersCount)}
      </p>
    )
  return (
    <>
      {average === null ? null : <p className={styles.quiet}>{TEXT.average(average.toFixed(1))}</p>}
      <ul className={styles.list} aria-label={TEXT.scorecards}>
        {[{ ...own, byName: TEXT.me }, ...others].map(({ byName, score, recommendation, notes }) => (
          <li key={byName}>
            <strong>{byName}</strong>
            <span>{TEXT.scored(RECOMMENDATIONS[recommendation], score)}</span>
            {notes === '' ? null : <small>{notes}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}

interface DialogProps {
  readonly applicant: Applicant
  readonly onClose: () => void
  readonly onDone: () => Promise<unknown>
}

function ScorecardDialog({
  applicant: { id, name },
  own,
  onClose,
  onDone,
}: DialogProps & { readonly own: Hiring['own'] }) {
  const { api } = useServices()
  const [score, setScore] = useState(String(own?.score ?? 3))
  const [recommendation, setRecommendation] = useState<Recommendation>(own?.recommendation ?? 'HOLD')
  const [notes, setNotes] = useState(own?.notes ?? '')
  return (
    <AskDialog
      title={TEXT.scorecardOf(name)}
      text={TEXT.scorecardText}
      action={TEXT.keepIt}
      cancel={TEXT.cancel}
      isReady
      onClose={onClose}
      run={async () => {
        const card = { applicantID: id, score: Number(score), recommendation, notes: notes.trim() }
        await api.call(saveScorecard, card, { quiet: true })
        await onDone()
      }}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.score}
        value={score}
        data={SCORES}
        onChange={({ currentTarget }) => setScore(currentTarget.value)}
      />
      <NativeSelect
        label={TEXT.recommendation}
        value={recommendation}
        data={Object.entries(RECOMMENDATIONS).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => setRecommendation(currentTarget.value as Recommendation)}
      />
      <Textarea
        autosize
        minRows={3}
        label={TEXT.notes}
        maxLength={2000}
        value={notes}
        onChange={({ currentTarget }) => setNotes(currentTarget.value)}
      />
    </AskDialog>
  )
}

function OfferDialog({
  applicant: { id, version, name },
  hiring: { contractTypes, areas },
  onClose,
  onDone,
  onMade,
}: DialogProps & { readonly hiring: Hiring; readonly onMade: (made: MadeOffer) => void }) {
  const { api } = useServices()
  const [contract, setContract] = useState(String(contractTypes[0]?.id ?? ''))
  const [area, setArea] = useState(String(areas[0]?.id ?? ''))
  const [startDate, setStartDate] = useState('')
  const rateOf = (chosen: string) => {
    const known = contractTypes.find((one) => String(one.id) === chosen)?.rate ?? 0
    return known === 0 ? '' : (known / 100).toFixed(2)
  }
  const [rate, setRate] = useState(rateOf(contract))
  const pence = Math.round(Number(rate) * 100)
  return (
    <AskDialog
      title={TEXT.offerTo(name)}
      text={TEXT.offerText}
      action={TEXT.offerMake}
      cancel={TEXT.cancel}
      isReady={contract !== '' && area !== '' && startDate !== '' && pence > 0}
      onClose={onClose}
      run={async () => {
        const offer = { contractTypeID: Number(contract), areaID: Number(area), startDate, rate: pence }
        // Its link is told only now: it stands there until the recruiter closes it.
        onMade(await api.call(makeOffer, { id, version, ...offer }, { quiet: true }))
        await onDone()
      }}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.contract}
        value={contract}
        data={contractTypes.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={({ currentTarget }) => {
          setContract(currentTarget.value)
          setRate(rateOf(currentTarget.value))
        }}
      />
      <NativeSelect
        label={TEXT.area}
        value={area}
        data={areas.map((one) => ({ value: String(one.id), label: one.name }))}
        onChange={({ currentTarget }) => setArea(currentTarget.value)}
      />
      <TextInput
        required
        type="date"
        label={TEXT.startDate}
        value={startDate}
        onChange={({ currentTarget }) => setStartDate(currentTarget.value)}
      />
      <TextInput
        required
        type="number"
        min={0}
        step="any"
        label={TEXT.rate}
        value={rate}
        onChange={({ currentTarget }) => setRate(currentTarget.value)}
      />
    </AskDialog>
  )
}
