import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import {
  confirmExpenseRate,
  getExpenseRate,
  listExpenseRates,
  saveExpenseRate,
  tryExpenseRate,
} from '#shared/contract/expense-rates.ts'
import { EXPENSE_CATEGORIES, type ExpenseCategory } from '#shared/domain/expense-rates.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  EXPENSE_RATE_FIELDS,
  expenseRateRecord,
  expenseRateValues,
} from '#shared/records/admin/expense-rate.ts'
import type { ListedRow } from '#shared/records/record.ts'
import { useServices, useSession } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import styles from './Rates.module.css'
import { TryDialog } from './TryDialog.tsx'
import { TEXT } from './text.ts'

const today = () => londonField(Date.now()).slice(0, 10)

function Actions({ record, onDone }: ComponentProps<NonNullable<RecordsKind['Actions']>>) {
  const { api, notices, prompts } = useServices()
  const mayConfirm = useSession(({ permissions }) => permissions.can('IFINANCE_CAN_FINANCE_EXPENSES'))
  const { id, version } = record
  if (record.isConfirmed === true || !mayConfirm) return null
  const confirm = async () => {
    const { confirmTitle: title, confirmText: text, confirm: yes, close: no } = TEXT
    if (!(await prompts.ask({ title, text, yes, no }))) return
    try {
      onDone(await api.call(confirmExpenseRate, { id, version }, { quiet: true }))
      notices.show('success', TEXT.confirmed)
    } catch (error) {
      notices.show('error', refusalOf(error))
    }
  }
  return (
    <Button size="xs" onClick={() => void confirm()}>
      {TEXT.confirm}
    </Button>
  )
}

function About({ record }: { readonly record: ListedRow }) {
  const { isConfirmed, confirmedBy, confirmedAt } = record
  if (isConfirmed !== true) return <p className={styles.note}>{TEXT.notConfirmed}</p>
  if (typeof confirmedBy !== 'string' || typeof confirmedAt !== 'string') return null
  return (
    <p className={styles.note}>
      {TEXT.confirmedBy(confirmedBy, londonField(Date.parse(confirmedAt)).slice(0, 10))}
    </p>
  )
}

function TryExpense({ onClose }: { readonly onClose: () => void }) {
  const { api } = useServices()
  const [asked, setAsked] = useState({ category: 'MILEAGE_CAR', day: today(), units: '100', before: '0' })
  const field = (name: keyof typeof asked) => ({
    value: asked[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setAsked((before) => ({ ...before, [name]: value }))
    },
  })
  const run = async () => {
    const { amount, taxYearStart } = await api.call(
      tryExpenseRate,
      {
        ...{ category: asked.category as ExpenseCategory, day: asked.day },
        ...{ units: Number(asked.units), before: Number(asked.before) },
      },
      { quiet: true },
    )
    return (
      <>
        <strong>{amount === null ? TEXT.asSpent : TEXT.amount(amount.toFixed(2))}</strong>
        <p>{TEXT.taxYear(taxYearStart)}</p>
      </>
    )
  }
  return (
    <TryDialog
      title={TEXT.tryExpense}
      action={TEXT.reckon}
      isReady={asked.day !== '' && asked.units !== '' && asked.before !== ''}
      onClose={onClose}
      run={run}
    >
      <NativeSelect
        data-autofocus
        label={TEXT.category}
        data={Object.entries(EXPENSE_CATEGORIES).map(([value, label]) => ({ value, label }))}
        {...field('category')}
      />
      <TextInput type="date" required label={TEXT.day} {...field('day')} />
      <div className={styles.pair}>
        <TextInput type="number" required min={0} step="any" label={TEXT.units} {...field('units')} />
        <TextInput type="number" required min={0} step="any" label={TEXT.before} {...field('before')} />
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
      {isOpen ? <TryExpense onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Expense rates as a page of records (spec 5 §5.5). */
const EXPENSE_RATES: RecordsKind = {
  record: expenseRateRecord,
  title: TEXT.expenseTitle,
  fields: EXPENSE_RATE_FIELDS,
  fresh: () => ({ category: 'MEALS', unit: 'ITEM', vat: 0, validFrom: today(), validTo: '' }),
  nameOf: ({ category }) => EXPENSE_CATEGORIES[category as ExpenseCategory] ?? '',
  list: (api, request) => api.call(listExpenseRates, request, { quiet: true }),
  read: (api, id) => api.call(getExpenseRate, { id }, { quiet: true }),
  save: (api, values, seen) => {
    const rate = expenseRateValues.parse({
      ...values,
      validTo: values.validTo === '' ? null : values.validTo,
    })
    const known = seen && { id: seen.id, version: seen.version }
    return api.call(saveExpenseRate, { rate, ...known }, { quiet: true })
  },
  bulk: [],
  Actions,
  Tools,
  About,
}

export function ExpenseRatesScreen() {
  return <RecordsPage kind={EXPENSE_RATES} />
}
