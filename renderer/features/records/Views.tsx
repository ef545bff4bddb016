import { Button, Menu, Modal } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { deleteView, saveView } from '#shared/contract/views.ts'
import { useServices } from '../../services/context.tsx'
import { reasonOf } from '../../services/http/api-client.ts'
import { lazyCode } from '../../ui/fetch-code.ts'
import { Check } from './GroupBy.tsx'
import styles from './Records.module.css'
import { TEXT } from './text.ts'
import type { RecordsView } from './use-records-view.ts'

const NameForm = lazyCode(async () => (await import('./ViewNameForm.tsx')).ViewNameForm)

interface ViewsProps {
  readonly page: string
  readonly view: RecordsView
}

/** The page's saved views, and what was changed of the one that shows (spec 4 §1.2). */
export function Views({ page, view }: ViewsProps) {
  const { api, notices } = useServices()
  const { views, chosen, isChanged, shown, change, discard, reload, setWidths } = view
  const [naming, setNaming] = useState(false)
  const isOwn = chosen !== null && chosen.owner === null
  const state = {
    columns: [...shown.columns],
    widths: { ...shown.widths },
    sort: [...shown.sort],
    filters: shown.filters.map((filter) => ({ ...filter, values: [...filter.values] })),
    pageSize: shown.pageSize,
    ...(shown.group !== undefined && { group: shown.group }),
  }
  const open = (id: number) => {
    setWidths(null)
    change({
      ...{ view: id, sort: null, filters: null, columns: null, pageSize: null, group: null },
      search: '',
    })
  }
  const keep = async (options: { id?: number; name: string; isDefault: boolean; isShared: boolean }) => {
    const { id } = await api.call(saveView, { page, view: { ...options, state } }, { quiet: true })
    await reload()
    open(id)
    notices.show('success', TEXT.viewSaved(options.name))
  }
  const remove = async (id: number, name: string) => {
    await api.call(deleteView, { id })
    await reload()
    if (chosen?.id === id) open(0)
    notices.show('success', TEXT.viewDeleted(name))
  }
  return (
    <>
      <Menu position="bottom-start" shadow="md" withinPortal>
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            aria-label={`${TEXT.views}: ${chosen?.name ?? TEXT.ownView}`}
            leftSection={<IconBookmark size={16} stroke={1.7} aria-hidden="true" />}
          >
            {chosen?.name ?? TEXT.views}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Check isOn={chosen === null} />} onClick={() => open(0)}>
            {TEXT.ownView}
          </Menu.Item>
          {views.map((one) => (
            <Menu.Item
              key={one.id}
              leftSection={<Check isOn={chosen?.id === one.id} />}
              onClick={() => open(one.id)}
            >
              {one.name}
              <small className={styles.viewNote}>
                {one.owner !== null ? TEXT.sharedBy(one.owner) : one.isDefault ? TEXT.byDefault : ''}
              </small>
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming(true)}>{TEXT.saveAs}</Menu.Item>
          {isOwn ? (
            <Menu.Item
              color="var(--fw-danger)"
              onClick={() => void remove(chosen.id, chosen.name).catch(() => {})}
            >
              {TEXT.deleteView(chosen.name)}
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isChanged ? (
        <span className={styles.changed}>
          <span role="status">{TEXT.viewChanged}</span>
          {isOwn ? (
            <Button
              size="xs"
              variant="subtle"
              onClick={() =>
                void keep(chosen).catch((error: unknown) => notices.show('error', reasonOf(error)))
              }
            >
              {TEXT.save}
            </Button>
          ) : null}
          <Button size="xs" variant="subtle" onClick={() => setNaming(true)}>
            {TEXT.saveAs}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={discard}>
            {TEXT.discard}
          </Button>
        </span>
      ) : null}
      <Modal opened={naming} onClose={() => setNaming(false)} title={TEXT.saveAs} centered size={420}>
        {naming ? (
          <Suspense>
            <NameForm onSave={keep} onClose={() => setNaming(false)} />
          </Suspense>
        ) : null}
      </Modal>
    </>
  )
}
