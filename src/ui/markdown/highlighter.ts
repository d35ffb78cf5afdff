import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import http from 'highlight.js/lib/languages/http'
import ini from 'highlight.js/lib/languages/ini'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import powershell from 'highlight.js/lib/languages/powershell'
import python from 'highlight.js/lib/languages/python'
import sql from 'highlight.js/lib/languages/sql'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'

/** The languages that task descriptions and write-ups use. */
const grammars = { bash, c, http, ini, java, javascript, json, php, powershell, python, sql, xml, yaml }

const lowlight = createLowlight(grammars)

/** The highlighted tree, or null for an unknown language. */
export const highlight = (language: string, text: string) =>
  lowlight.registered(language) ? lowlight.highlight(language, text).children : null
