import type { NameSet } from './types'
import { words } from './words'

/** Names of the English-speaking groups. The last entries of each list are the hard cases. */
export const namesEn: readonly NameSet[] = [
  {
    first: words(`
      Aaron, Abigail, Adam, Aisha, Alan, Alice, Amara, Amelia, Andrew, Anika, Arjun, Audrey, Beatrice,
      Benjamin, Bianca, Brendan, Callum, Camille, Carlos, Cedric, Charlotte, Chidi, Chloe, Clara, Connor,
      Daniel, Daphne, David, Diego, Edith, Elena, Elijah, Emma, Esther, Ethan, Fatima, Felix, Fiona,
      Frances, Gareth, George, Grace, Hannah, Harriet, Hassan, Hector, Hugo, Imogen, Ingrid, Isaac, Ivy,
      Jack, Jasmine, Joanna, Jonas, Joseph, Julia, Kamal, Katherine, Kenji, Laura, Leo, Liam, Linnea,
      Lucas, Maeve, Malik, Marcus, Matilda, Mei, Mohammed, Nadia, Naomi, Nathan, Nina, Noah, Olivia,
      Oscar, Owen, Patrick, Penelope, Priya, Quentin, Rachel, Rafael, Rebecca, Rohan, Rosa, Ruth, Samuel,
      Sara, Sofia, Tariq, Tessa, Theo, Thomas, Uma, Victor, Violet, Wesley, Winifred, Yara, Yusuf,
      Zachary, Zoë, Siân, José María, Søren, D'Arcy, Wolfeschlegelsteinhausen, Jo, ליאור
    `),
    last: words(`
      Abbott, Adeyemi, Ahmed, Andersson, Bailey, Barnes, Bennett, Bianchi, Blackwood, Bradshaw, Brennan,
      Burke, Carter, Chandra, Chowdhury, Clarke, Coleman, Cortez, Dalton, Delgado, Diaz, Doherty, Dubois,
      Edwards, Ellison, Eriksen, Farrell, Fernandez, Finch, Fischer, Fletcher, Gallagher, Garcia, Gibbons,
      Greene, Gupta, Hall, Harper, Hayashi, Henderson, Holloway, Hughes, Ibrahim, Ingram, Ivanova,
      Jackson, Jansen, Johansson, Jones, Kaur, Keller, Khan, Kim, Kowalski, Lambert, Larsson, Lindqvist,
      Lopez, Lynch, Mackenzie, Marsh, Mensah, Mitchell, Moreau, Morris, Murphy, Nakamura, Newton, Nguyen,
      Novak, Okafor, Olsen, Osborne, Park, Parker, Patel, Pereira, Quinn, Ramirez, Reid, Rossi, Rowe,
      Sanders, Santos, Schmidt, Sharma, Silva, Singh, Stone, Sutherland, Tanaka, Taylor, Thompson, Turner,
      Usman, Vance, Varga, Walker, Weber, Whitfield, Wong, Wright, Yamamoto, Young, Zhang, Zimmerman,
      O'Sullivan, Fitzgerald-Montgomery-Featherstonehaugh, van der Westhuizen, de la Cruz y Villanueva,
      Ng, Müller-Lüdenscheidt, Kowalski 🚀, الخوارزمي, Æbelø
    `),
  },
]
