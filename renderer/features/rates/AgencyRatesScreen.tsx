import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import {
  agencyRateChoices,
  getAgencyRate,
  listAgencyRates,
  removeAgencyRate,
  saveAgencyRate,
  tryAgencyRate,
} from '#shared/contract/agency-rates.ts'
import { londonField } from '#shared/domain/london-time.ts'
import { AGENCY_RATE_FIELDS, agencyRateRecord, agencyRateValues } from '#shared/records/admin/agency-rate.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './Rates.module.css'
import { TryDialog } from './TryDialog.tsx'
import { TEXT } from './text.ts'

const choicesOf = (api: ApiClient) => api.call(agencyRateChoices, undefined, { quiet: true })
const namesOf = (list: readonly { readonly id: number; readonly name: string }[]) =>
  Object.fromEntries(list.map(({ id, name }) => [String(id), name]))
const money = (value: number) => value.toFixed(2)
const orNull = (value: unknown) => (value === '' || value === null || value === undefined ? null : value)

/** As the form has it: choices are texts, and the end of the day is 00:00. */
const inForm = (row: ListedRow): ListedRow => ({
  ...row,
  agencyID: String(row.agencyID),
  contractTypeID: String(row.contractTypeID),
  skillID: row.skillID === null ? '' : String(row.skillID),
  toTime: row.toTime === '24:00' ? '00:00' : row.toTime,
})

function Actions({ record, onGone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices, prompts } = useServices()
  const { id, version } = record
  if (record.isUsed === true) return null
  const remove = async () => {
    const { removeTitle: title, removeText: text, remove: yes, keep: no } = TEXT
    if (!(await prompts.ask({ title, text, yes, no }))) return
    try {
      await api.call(removeAgencyRate, { id, version }, { quiet: true })
      notices.show('success', TEXT.removed)
      onGone()
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
  return (
    <Button size="xs" variant="default" onClick={() => void remove()}>
      {TEXT.remove}
    </Button>
  )
}

function About({ record }: { readonly record: ListedRow }) {
  return record.isUsed === true ? <p className={styles.note}>{TEXT.used}</p> : null
}

const ASKED = { agencyID: '', contractTypeID: '', skillID: '', day: '', time: '09:00' }

function TryAgency({ onClose }: { readonly onClose: () => void }) {
  const { api } = useServices()
  const [asked, setAsked] = useState({ ...ASKED, day: londonField(Date.now()).slice(0, 10) })
  const { data } = useQuery({ queryKey: ['agency-rate-choices'], queryFn: () => choicesOf(api) })
  const field = (name: keyof typeof ASKED) => ({
    value: asked[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setAsked((before) => ({ ...before, [name]: value }))
    },
  })
  const optionsOf = (list: readonly { id: number; name: string }[] | undefined, first: string) => [
    { value: '', label: first },
    ...(list ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
  ]
  const run = async () => {
    const { rate, why } = await api.call(
      tryAgencyRate,
      {
        ...{ day: asked.day, time: asked.time, agencyID: Number(asked.agencyID) },
        contractTypeID: Number(asked.contractTypeID),
        skillID: asked.skillID === '' ? null : Number(asked.skillID),
      },
      { quiet: true },
    )
    return (
      <>
        <strong>{rate ? TEXT.rate(money(rate.pay), money(rate.charge)) : TEXT.noRate}</strong>
        {rate ? (
          <p>
            {TEXT.margin(money(rate.margin), rate.marginPercent === null ? null : String(rate.marginPercent))}
          </p>
        ) : null}
        <ul aria-label={TEXT.why}>
          {why.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </>
    )
  }
  return (
    <TryDialog
      title={TEXT.tryAgency}
      action={TEXT.find}
      isReady={asked.agencyID !== '' && asked.contractTypeID !== '' && asked.day !== '' && asked.time !== ''}
      onClose={onClose}
      run={run}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.agency}
        data={optionsOf(data?.agencies, TEXT.choose)}
        {...field('agencyID')}
      />
      <NativeSelect
        label={TEXT.contractType}
        data={optionsOf(data?.contractTypes, TEXT.choose)}
        {...field('contractTypeID')}
      />
      <NativeSelect label={TEXT.skill} data={optionsOf(data?.skills, TEXT.anySkill)} {...field('skillID')} />
      <div className={styles.pair}>
        <TextInput type="date" required label={TEXT.day} {...field('day')} />
        <TextInput type="time" required label={TEXT.time} {...field('time')} />
      </div>
    </TryDialog>
  )
}

function Tools() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="sm" variant="default" onClick={() => setOpen(true)}>
        {TEXT.try}
      </Button>
      {isOpen ? <TryAgency onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Agency rates as a page of records (spec 5 §5.5). */
const AGENCY_RATES: RecordsKind = {
  record: agencyRateRecord,
  title: TEXT.agencyTitle,
  fields: AGENCY_RATE_FIELDS,
  fresh: () => ({
    ...{ dayKind: 'WEEKDAY', fromTime: '00:00', toTime: '00:00', skillID: '', validTo: '' },
    validFrom: londonField(Date.now()).slice(0, 10),
  }),
  choices: async (api) => {
    const { agencies, contractTypes, skills } = await choicesOf(api)
    return { agencyID: namesOf(agencies), contractTypeID: namesOf(contractTypes), skillID: namesOf(skills) }
  },
  nameOf: ({ agency, contractType }) => [agency, contractType].filter(Boolean).join(', '),
  list: (api, request) => api.call(listAgencyRates, request, { quiet: true }),
  read: async (api, id) => inForm(await api.call(getAgencyRate, { id }, { quiet: true })),
  save: async (api, values, seen) => {
    const rate = agencyRateValues.parse({
      ...values,
      agencyID: Number(values.agencyID),
      contractTypeID: Number(values.contractTypeID),
      skillID: orNull(values.skillID) === null ? null : Number(values.skillID),
      toTime: values.toTime === '00:00' ? '24:00' : values.toTime,
      validTo: orNull(values.validTo),
    })
    const known = seen && { id: seen.id, version: seen.version }
    return inForm(await api.call(saveAgencyRate, { rate, ...known }, { quiet: true }))
  },
  bulk: [],
  Actions,
  Tools,
  About,
}

export function AgencyRatesScreen() {
  return <RecordsPage kind={AGENCY_RATES} />
}
