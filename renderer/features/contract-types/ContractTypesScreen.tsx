import { Button } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import {
  deactivateContractType,
  deleteContractType,
  getContractType,
  listContractTypes,
  mergeContractTypes,
  saveContractType,
} from '#shared/contract/contract-types.ts'
import { londonField } from '#shared/domain/london-time.ts'
import {
  CONTRACT_TYPE_FIELDS,
  contractTypeRecord,
  contractTypeValues,
  USUAL_TERMS,
} from '#shared/records/admin/contract-type.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { MergeInto } from '../merge-into/index.ts'
import { type RecordsKind, RecordsPage } from '../records/index.ts'
import { TEXT } from './text.ts'
import { Versions } from './Versions.tsx'

/** Today in London, YYYY-MM-DD. */
const today = () => londonField(Date.now()).slice(0, 10)

type ActionsProps = ComponentProps<NonNullable<RecordsKind['Actions']>>

function DeleteButton({ record, onGone }: Pick<ActionsProps, 'record' | 'onGone'>) {
  const { api, notices, prompts } = useServices()
  const [isBusy, setBusy] = useState(false)
  const { id, version } = record
  const name = String(record.name)
  const remove = async () => {
    const { deleteTitle, deleteText: text, delete: yes, keep: no } = TEXT
    if (!(await prompts.ask({ title: deleteTitle(name), text, yes, no }))) return
    setBusy(true)
    try {
      await api.call(deleteContractType, { id, version }, { quiet: true })
      notices.show('success', TEXT.deleted(name))
      onGone()
    } catch (error) {
      notices.show('error', refusalOf(error))
      setBusy(false)
    }
  }
  return (
    <Button size="xs" variant="default" loading={isBusy} onClick={() => void remove()}>
      {TEXT.delete}
    </Button>
  )
}

/** A contract type is merged into another one (spec 5 §8), or deleted while nobody has it (§4.5). */
function ContractTypeActions({ record, onDone, onGone }: ActionsProps) {
  const { id, version } = record
  const isAgency = record.kind === 'AGENCY'
  return (
    <>
      <MergeInto
        record={{ id, name: String(record.name) }}
        text={TEXT}
        isDisabled={record.isActive === false}
        others={async (api) => {
          const { rows } = await api.call(
            listContractTypes,
            {
              pageSize: 500,
              filters: [{ field: 'isActive', operator: 'IS', values: ['true'] }],
              sort: [{ field: 'name', direction: 'ASC' }],
            },
            { quiet: true },
          )
          return rows.filter(({ kind }) => (kind === 'AGENCY') === isAgency)
        }}
        merge={(api, into) => api.call(mergeContractTypes, { id, version, into }, { quiet: true })}
        onDone={(kept) => onDone(kept, true)}
      />
      <DeleteButton record={record} onGone={onGone} />
    </>
  )
}

/** Contract types as a page of records (spec 5 §4.5). */
const CONTRACT_TYPES: RecordsKind = {
  record: contractTypeRecord,
  title: TEXT.title,
  fields: CONTRACT_TYPE_FIELDS,
  fresh: () => ({ ...USUAL_TERMS, kind: 'EMPLOYEE', validFrom: today() }),
  nameOf: ({ name }) => String(name),
  list: (api, request) => api.call(listContractTypes, request, { quiet: true }),
  // A change begins today unless another day is given.
  read: async (api, id) => {
    const type = await api.call(getContractType, { id }, { quiet: true })
    return { ...type, validFrom: today() }
  },
  save: async (api, values, seen) => {
    const saved = await api.call(
      saveContractType,
      { ...contractTypeValues.parse(values), ...(seen && { id: seen.id, version: seen.version }) },
      { quiet: true },
    )
    return { ...saved, validFrom: today() }
  },
  bulk: [
    {
      label: TEXT.deactivate,
      isFor: ({ isActive }) => isActive === true,
      run: (api, { id, version }) => api.call(deactivateContractType, { id, version }, { quiet: true }),
      undo: (api, { id, version }) =>
        api.call(deactivateContractType, { id, version, isActive: true }, { quiet: true }),
    },
    {
      label: TEXT.activate,
      isFor: ({ isActive }) => isActive === false,
      run: (api, { id, version }) =>
        api.call(deactivateContractType, { id, version, isActive: true }, { quiet: true }),
      undo: (api, { id, version }) => api.call(deactivateContractType, { id, version }, { quiet: true }),
    },
  ],
  Actions: ContractTypeActions,
  tabs: [{ key: 'versions', label: TEXT.versions, Body: Versions }],
}

export function ContractTypesScreen() {
  return <RecordsPage kind={CONTRACT_TYPES} />
}
