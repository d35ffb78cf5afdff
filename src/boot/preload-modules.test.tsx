import { afterEach, expect, test } from 'vitest'
import { preloadModules } from './preload-modules'

const pages = {
  '/': ['/assets/home.js'],
  '/group/$groupId': ['/assets/group.js'],
  '/group/$groupId/task/$taskId': ['/assets/task.js', '/assets/task.json'],
}

const preload = (path: string, token: string | null = 'token') => {
  history.replaceState(null, '', path)
  preloadModules({ getItem: () => token })
  return [...document.head.querySelectorAll('link')].map(link => `${link.rel} ${new URL(link.href).pathname}`)
}

const addList = (text: string) => {
  const data = document.createElement('script')
  data.type = 'application/json'
  data.id = 'page-modules'
  data.textContent = text
  document.head.append(data)
}

afterEach(() => {
  history.replaceState(null, '', '/')
  document.head.replaceChildren()
})

test.each([
  ['/?a=1', ['modulepreload /assets/home.js']],
  ['/group/7', ['modulepreload /assets/group.js']],
  ['/group/7/task/8/', ['modulepreload /assets/task.js', 'modulepreload /assets/task.json']],
  ['/groups', []],
  ['/group/7/leaderboard', []],
])('%s preloads the modules of its page', (path, links) => {
  addList(JSON.stringify(pages))
  expect(preload(path)).toEqual(links)
})

test('a guest and a document without a list preload nothing', () => {
  expect(preload('/')).toEqual([])
  addList(JSON.stringify(pages))
  expect(preload('/', null)).toEqual([])
})
