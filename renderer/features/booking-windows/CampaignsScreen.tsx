import './mantine-styles.ts'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, type FormEvent, useMemo, useState } from 'react'
import * as z from 'zod/mini'
import {
  type CampaignDetail,
  campaignDetail,
  cancelCampaign,
  closeCampaign,
  decideApplication,
  getCampaign,
  listCampaigns,
  openCampaign,
  pauseCampaign,
} from '#shared/contract/campaigns.ts'
import { REASON_MAX, REASON_MIN } from '#shared/domain/booking.ts'
import { APPLICATION_STATE_WORDS, CHOICE_WORDS } from '#shared/domain/campaigns.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { campaignRecord } from '#shared/records/resource/campaign.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { useLive } from '../../services/live.tsx'
import { LoadFailure } from '../../ui/failure/LoadFailure.tsx'
import { FormActions } from '../../ui/form/FormActions.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type RecordsKind, RecordsPage, recordNews } from '../records/index.ts'
import styles from './BookingWindows.module.css'
import { CampaignForm } from './CampaignForm.tsx'
import { CAMPAIGN_TEXT as WORDS } from './campaign-text.ts'
import { TEXT } from './text.ts'
import { useChoices } from './use-choices.ts'
import { spanOf, whenOf } from './when.ts'

const partial = z.extend(z.partial(campaignRecord.row), {
  id: campaignRecord.row.shape.id,
  version: campaignRecord.row.shape.version,
})
type Row = z.output<typeof partial>
/** A row as its viewer may see it: some columns aren't everybody's. */
const campaignIn = (record: ListedRow): Row => z.parse(partial, record)
const KEY = 'campaign'

function useDetail(id: number) {
  const { api } = useServices()
  return useQuery({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => api.call(campaignDetail, { id }, { quiet: true, signal }),
  })
}

/** The button for a new campaign, and its form. */
function Tools() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const choices = useChoices(isOpen)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="sm" loading={isOpen && choices.isPending} onClick={() => setOpen(true)}>
        {WORDS.new}
      </Button>
      {isOpen && choices.data ? (
        <CampaignForm
          choices={choices.data}
          campaign={null}
          onClose={close}
          onSaved={() => {
            close()
            void client.invalidateQueries({ queryKey: ['records', campaignRecord.name] })
          }}
        />
      ) : null}
      {isOpen && choices.isError ? (
        <Modal opened onClose={close} title={WORDS.new}>
          <LoadFailure
            title={TEXT.choicesFailed}
            reason={reasonOf(choices.error)}
            onRetry={() => void choices.refetch()}
          />
        </Modal>
      ) : null}
    </>
  )
}

/** What a planner does with a campaign as it is now. */
function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const { id, version, title = '', state, taken = 0 } = campaignIn(record)
  const [dialog, setDialog] = useState<'edit' | 'cancel' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const choices = useChoices(dialog === 'edit')
  const detail = useDetail(id)
  const act = async (call: typeof openCampaign, words: (name: string) => string) => {
    setBusy(true)
    try {
      const row = await api.call(call, { id, version }, { quiet: true })
      notices.show('success', words(title))
      onDone(row, true)
    } catch (error) {
      notices.show('error', reasonOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: [KEY, id] })
  }
  const done = (row: ListedRow) => {
    setDialog(null)
    onDone(row, true)
    void client.invalidateQueries({ queryKey: [KEY, id] })
  }
  const isOpen = state === 'OPEN' || state === 'FULL'
  const isEditable = isOpen || state === 'DRAFT' || state === 'PAUSED'
  return (
    <>
      {isEditable ? (
        <Button
          size="xs"
          variant="default"
          loading={dialog === 'edit' && (choices.isPending || detail.isPending)}
          onClick={() => setDialog('edit')}
        >
          {WORDS.edit}
        </Button>
      ) : null}
      {state === 'DRAFT' || state === 'PAUSED' ? (
        <Button size="xs" loading={isBusy} onClick={() => void act(openCampaign, WORDS.opened)}>
          {state === 'DRAFT' ? WORDS.open : WORDS.resume}
        </Button>
      ) : null}
      {state === 'OPEN' ? (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => void act(pauseCampaign, WORDS.paused)}
        >
          {WORDS.pause}
        </Button>
      ) : null}
      {isOpen ? (
        <Button
          size="xs"
          variant="default"
          disabled={isBusy}
          onClick={() => void act(closeCampaign, WORDS.closed)}
        >
          {WORDS.close}
        </Button>
      ) : null}
      {isEditable ? (
        <Button size="xs" variant="subtle" color="red" onClick={() => setDialog('cancel')}>
          {WORDS.cancelIt}
        </Button>
      ) : null}
      {dialog === 'edit' && choices.data && detail.data ? (
        <CampaignForm
          choices={choices.data}
          campaign={{ id, version, detail: detail.data }}
          onClose={() => setDialog(null)}
          onSaved={done}
        />
      ) : null}
      {dialog === 'cancel' ? (
        <CancelDialog {...{ id, version, title, taken }} onClose={() => setDialog(null)} onDone={done} />
      ) : null}
    </>
  )
}

interface CancelProps {
  readonly id: number
  readonly version: number
  readonly title: string
  readonly taken: number
  readonly onClose: () => void
  readonly onDone: (row: ListedRow) => void
}

function CancelDialog({ id, version, title, taken, onClose, onDone }: CancelProps) {
  const { api, notices } = useServices()
  const [message, setMessage] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const isShort = message.trim().length < REASON_MIN
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isShort || isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      const row = await api.call(cancelCampaign, { id, version, message }, { quiet: true })
      notices.show('success', WORDS.cancelled(title))
      onDone(row)
    } catch (error) {
      setProblem(refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={WORDS.cancelTitle(title)}
      size={460}
      centered
      closeOnClickOutside={false}
    >
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <p>{WORDS.cancelLead(taken)}</p>
        <Textarea
          data-autofocus
          label={TEXT.message}
          autosize
          minRows={2}
          maxLength={REASON_MAX}
          value={message}
          error={isChecked && isShort ? TEXT.sayWhy : null}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <Problem>{problem}</Problem>
        <FormActions>
          <Button variant="default" onClick={onClose}>
            {TEXT.keep}
          </Button>
          <Button type="submit" color="red" loading={isBusy}>
            {WORDS.cancelIt.replace('…', '')}
          </Button>
        </FormActions>
      </form>
    </Modal>
  )
}

/** A campaign with its slots and who applied. */
function About({ record }: { readonly record: ListedRow }) {
  const row = campaignIn(record)
  const { data, error, refetch } = useDetail(row.id)
  if (error && !data)
    return <LoadFailure title={WORDS.failed} reason={reasonOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div role="status" aria-label={WORDS.loading}>
        <Skeleton width="100%" height={180} />
      </div>
    )
  const { facts } = WORDS
  const pay =
    data.bonusPerHour !== null
      ? WORDS.bonus(data.bonusPerHour)
      : data.rateMultiplier !== null
        ? WORDS.multiplier(data.rateMultiplier)
        : WORDS.noPay
  const effect = [WORDS.hours(row.hours ?? 0), data.forecast === null ? '' : WORDS.forecast(data.forecast)]
  const lines: readonly (readonly [string, string | null])[] = [
    [facts.closes, whenOf(data.closesAt)],
    [facts.choice, CHOICE_WORDS[data.choice]],
    [facts.project, row.project ?? TEXT.noProject],
    [facts.pay, pay],
    [facts.who, WORDS.people(data.eligible)],
    [facts.taken, effect.join(' ').trim()],
    [facts.cost, row.cost === null || row.cost === undefined ? null : WORDS.cost(row.cost)],
  ]
  return (
    <>
      {data.text === '' ? null : <p>{data.text}</p>}
      <dl className={styles.facts}>
        {lines.map(([label, text]) =>
          text === null ? null : (
            <div key={label} style={{ display: 'contents' }}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ),
        )}
      </dl>
      {data.slots.map((slot) => (
        <section key={slot.id} className={styles.part}>
          <h3>{spanOf(slot.start, slot.end)}</h3>
          <p>{TEXT.places(slot.taken, slot.places)}</p>
          <Applications
            campaignID={row.id}
            isManual={data.choice === 'MANUAL'}
            all={data.applications.filter(({ slotID }) => slotID === slot.id)}
          />
        </section>
      ))}
    </>
  )
}

interface ApplicationsProps {
  readonly campaignID: number
  readonly isManual: boolean
  readonly all: CampaignDetail['applications']
}

function Applications({ campaignID, isManual, all }: ApplicationsProps) {
  const inOrder = [...all].sort(
    (a, b) => (a.rank ?? 1e6) - (b.rank ?? 1e6) || a.appliedAt.localeCompare(b.appliedAt) || a.id - b.id,
  )
  if (all.length === 0) return <p>{WORDS.nobody}</p>
  return (
    <ul>
      {inOrder.map((one) => (
        <Application key={one.id} campaignID={campaignID} isManual={isManual} application={one} />
      ))}
    </ul>
  )
}

interface ApplicationProps {
  readonly campaignID: number
  readonly isManual: boolean
  readonly application: CampaignDetail['applications'][number]
}

function Application({ campaignID, isManual, application }: ApplicationProps) {
  const { api, notices } = useServices()
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [override, setOverride] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { id, name, state, rank, rankReason, appliedAt } = application
  const decide = async (to: 'ACCEPTED' | 'DECLINED' | 'WAITLISTED') => {
    setBusy(true)
    setProblem(null)
    try {
      await api.call(decideApplication, { id, state: to, override }, { quiet: true })
      notices.show('success', WORDS.decided(name))
    } catch (error) {
      setProblem(refusalOf(error))
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: [KEY, campaignID] })
    await client.invalidateQueries({ queryKey: ['records', campaignRecord.name] })
  }
  const choices = [
    ['ACCEPTED', WORDS.accept],
    ['DECLINED', WORDS.decline],
    ...(state === 'APPLIED' ? [['WAITLISTED', WORDS.waitlist] as const] : []),
  ] as const
  const mayDecide = (isManual && state === 'APPLIED') || state === 'WAITLISTED'
  return (
    <li data-block>
      <span>
        {rank === null ? null : <b>{WORDS.rank(rank)} </b>}
        {name} <small>{APPLICATION_STATE_WORDS[state]}</small>
        <small data-line>{rankReason === '' ? whenOf(appliedAt) : rankReason}</small>
      </span>
      {mayDecide ? (
        <span className={styles.decide}>
          {choices.map(([to, words]) => (
            <Button
              key={to}
              size="compact-sm"
              variant={to === 'ACCEPTED' ? 'filled' : 'default'}
              disabled={isBusy}
              aria-label={`${words}: ${name}`}
              onClick={() => void decide(to)}
            >
              {words}
            </Button>
          ))}
        </span>
      ) : null}
      {problem === null ? null : (
        <>
          <Problem>{problem}</Problem>
          <TextInput
            size="xs"
            label={WORDS.override}
            maxLength={REASON_MAX}
            value={override}
            onChange={({ currentTarget }) => setOverride(currentTarget.value)}
          />
        </>
      )}
    </li>
  )
}

/** Resource › Marketplace campaigns as a page of records (spec 4 §4.5.8). */
const CAMPAIGNS: RecordsKind = {
  record: campaignRecord,
  title: WORDS.title,
  fields: {},
  nameOf: (row) => campaignIn(row).title ?? '',
  list: (api, request) => api.call(listCampaigns, request, { quiet: true }),
  read: (api, id) => api.call(getCampaign, { id }, { quiet: true }),
  bulk: [],
  Tools,
  Actions,
  About,
}

export function CampaignsScreen() {
  const { workingDayNews } = useLive()
  const client = useQueryClient()
  const news = useMemo(
    () => recordNews(workingDayNews, 'CAMPAIGN', () => void client.invalidateQueries({ queryKey: [KEY] })),
    [workingDayNews, client],
  )
  return <RecordsPage kind={CAMPAIGNS} news={news} />
}
