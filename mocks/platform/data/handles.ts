import { words } from './words'

/** Usernames of the Russian-speaking groups; the last ones are very short, very long or oddly spelled. */
export const handlesRu = words(`
  admiral_bit, arbuz, baikal, barsik, belka_strelka, blini, bobr, bukva_yo, burya, byte_hunter, chaika,
  chernika, cherez_ternii, dezhurny, dno_okeana, dozor, drozd, dubrava, elka, ermak, evrika, filin, fonar,
  frigat, galka, gazel, gorizont, grom_bez_molnii, hleb_i_root, iskra, iva, izba_xor, kaktus,
  kapitan_nemo, kashtan, kedr, kiber_kot, kit, klyuch, kod_i_pes, kolobok, kompas, koroed, kot_v_kernel,
  krab, krot_v_seti, lastochka, ledokol, lis_na_porte, lotsman, luna-9, mamont, marlin, mayak,
  medved_root, meteor, morzyanka, mysh, nalim, neptun, nol_odin, norka, ogonyok, okun, olen, orbita,
  osminog, ostrov, parus, pelmen, pingvin, polyus, poplavok, porog, priboy, prizma, raketa, ruslo, rys,
  sarmat, sever, severny_veter, shifr, shtil, shturman, sneg, sokol, sova_404, sputnik, strizh, taiga,
  tihaya_gavan, tuman, tundra, uzel, vasilyok, veslo, vetka, volna, vorona_v_shell, vyuga, yagel, yakor,
  yozhik, zarya, zaslon, zhuk_v_kode, zimorodok, q, x86,
  ochen_dlinnoe_imya_polzovatelya_kotoroe_ne_pomeshchaetsya_v_stolbets, SHOUTING-CAPS, __double__under__,
  0xdeadbeef
`)

/** Usernames of the English-speaking groups; the last ones are very short, very long or oddly spelled. */
export const handlesEn = words(`
  acorn, airlock, alder, anchor-point, apricot, arctic-fox, atlas, badger, ballast, barnacle, basalt,
  beacon, beetle, birch, bit_flipper, bluebell, bramble, buffer-zone, burrow, byte-sized, cactus, canvas,
  caraway, cedar, cinder, clover, cobalt, compass, copper, coral, cosmic_ray, cricket, curlew, dandelion,
  delta-v, dogwood, drift, driftwood, dusk, ember, entropy_pool, falcon, fennel, fern, fjord, flint,
  foxglove, garnet, ginger, glacier, gneiss, gull, harbour, hazel, heron, hex_editor, hollow, horizon,
  iris, ivy, jackdaw, jasper, juniper, kelp, kernel-panic, kestrel, kite, lantern, larch, lichen,
  lighthouse, linden, lynx, magpie, maple, marigold, marmot, mistral, moss, nettle, nightjar, nimbus,
  null-terminated, oak, obsidian, off_by_one, orchard, osprey, otter, packet-loss, parsley, pebble,
  petrel, pinecone, plover, poppy, quartz, quill, raven, reed, ripple, root_beer, rowan, rubicon, saffron,
  sandpiper, sedge, segfault, shale, sparrow, spindrift, stack_smash, starling, stoat, swift,
  syntax-sugar, tern, thistle, tide-pool, timber, topaz, tundra, umbra, vetch, vole, walnut, willow, wren,
  yarrow, zephyr, a, x64, an_extremely_long_username_that_does_not_fit_into_any_reasonable_table_column,
  ALL-CAPS-ALWAYS, --dashes--, 0xcafebabe
`)
