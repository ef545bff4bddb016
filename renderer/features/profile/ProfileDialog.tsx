import './mantine-styles.ts'
import { Loader, Modal, Tabs } from '@mantine/core'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Permissions } from '#shared/domain/permissions.ts'
import { useServices, useSession } from '../../services/context.tsx'
import type { DialogParams } from '../../services/notices/dialogs.ts'
import { PartFailure } from '../../ui/failure/PartFailure.tsx'
import { useShownWithin } from '../../ui/use-shown-within.ts'
import styles from './ProfileDialog.module.css'
import { initialTab, type ModalTab, settingsTabsFor, type TabID, tabsFor } from './profile-tabs.ts'
import { PROFILE_MODAL_TEXT } from './text.ts'

interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
}

/** 'My Profile & Communication' (spec 3 §2). */
export function ProfileDialog({
  params,
  ...rest
}: DialogProps & { readonly params: DialogParams['profile'] }) {
  return <TabbedDialog {...rest} title={PROFILE_MODAL_TEXT.title} tabsOf={tabsFor} wanted={params?.tab} />
}

/** The same with the wider list of tabs (spec 1 §3). */
export function SettingsDialog({
  opened,
  onClose,
  params,
}: DialogProps & { readonly params?: DialogParams['settings'] }) {
  const at = { opened, onClose, wanted: params?.tab }
  return <TabbedDialog {...at} title={PROFILE_MODAL_TEXT.settings} tabsOf={settingsTabsFor} />
}

interface Tabbed {
  readonly tabsOf: (permissions: Permissions) => readonly ModalTab[]
  readonly wanted: TabID | undefined
}

/** It makes way for a guided tour. */
function TabbedDialog({
  opened,
  onClose,
  title,
  ...tabs
}: DialogProps & Tabbed & { readonly title: string }) {
  const { dialogs } = useServices()
  const isTouring = useStore(dialogs.store, (all) =>
    all.some((other) => other.name === 'tour' && other.opened),
  )
  useEffect(() => {
    if (opened && isTouring) onClose()
  }, [opened, isTouring, onClose])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={1040}
      classNames={{ body: styles.body, content: styles.content }}
    >
      {opened ? <Parts key={tabs.wanted} {...tabs} /> : null}
    </Modal>
  )
}

/** A tab's id names elements of the page, in which no blank may stand. */
const elementName = (id: TabID) => id.replaceAll(' ', '-')

/** Tabs that were shown stay as they were left, but for those whose work ends when they are out of sight. */
function Parts({ tabsOf, wanted }: Tabbed) {
  const permissions = useSession((session) => session.permissions)
  const shown = tabsOf(permissions)
  const [tab, setTab] = useState(() => initialTab(shown, wanted))
  const [seen, setSeen] = useState<readonly TabID[]>([tab])
  const strip = useRef<HTMLDivElement>(null)
  // On a phone the tabs are one line that scrolls.
  useShownWithin(strip, `[data-tab="${elementName(tab)}"]`)
  const go = (next: string | null) => {
    const found = shown.find(({ id }) => elementName(id) === next)
    if (!found) return
    setTab(found.id)
    if (!seen.includes(found.id)) setSeen([...seen, found.id])
  }
  return (
    <Tabs
      value={elementName(tab)}
      onChange={go}
      keepMountedMode="display-none"
      classNames={{
        root: styles.tabs ?? '',
        list: styles.list ?? '',
        tabLabel: styles.label ?? '',
        panel: styles.panel ?? '',
      }}
      variant="pills"
    >
      <Tabs.List ref={strip} aria-label={PROFILE_MODAL_TEXT.tabList}>
        {shown.map(({ id, icon: Icon }) => (
          <Tabs.Tab
            key={id}
            value={elementName(id)}
            data-tab={elementName(id)}
            leftSection={<Icon size={18} stroke={1.7} aria-hidden="true" />}
          >
            {PROFILE_MODAL_TEXT.tabs[id]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {shown.map(({ id, Content, goesWhenHidden = false }) => (
        <Tabs.Panel key={id} value={elementName(id)} tabIndex={0}>
          {seen.includes(id) && (id === tab || !goesWhenHidden) ? (
            <PartFailure>
              <Suspense fallback={<Loader size="sm" m="auto" />}>
                <Content />
              </Suspense>
            </PartFailure>
          ) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
