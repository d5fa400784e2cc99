/**
 * Exchanges of our own writing, made before the rules of the write-back were tightened: what people ask and say in passing, of which
 * nothing is worth keeping for good, and what is. Even ones were there to develop with, odd ones were only counted at the end.
 */

/** `said | answer`, which is cut off where it does not matter. */
const exchanges = (text: string): readonly { readonly user: string; readonly assistant: string }[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [user = '', assistant = ''] = line.split('|').map((part) => part.trim());
      return { user, assistant };
    });

/** Nothing of it may be shown again weeks later as something known of the person. */
export const PASSING = exchanges(`
I always mix up affect and effect, which one goes into this sentence? | "Effect", because it is a noun here.
Is a tomato a fruit? My kids and I keep arguing about it | Botanically yes.
I never know whether to write who or whom. Which is it here? | "Whom".
I always forget how to exit this editor | Press escape, then :q and enter.
I never get the rice right. What am I doing wrong? | Rinse it first, and use less water.
How many litres are 6 gallons? I can never remember | About 22.7 litres.
I always end up with too many tabs, haha | That happens to many.
Write a limerick about a goat, and please never use the word boat | There once was a goat in a coat ...
Fix the second paragraph, I always stumble over it when I read it aloud | Here is a smoother version.
I love it! Can you make the third line shorter? | Here it is.
I like the second one better, give me two more like that | Here are two more.
I hate this error, what does segfault even mean? | The program touched memory that is not its own.
Don't tell me the ending! Just who the author is | It is by Daphne du Maurier.
Never mind, I found it | Good!
I always thought Canberra was bigger than Perth, is it? | No, Perth is bigger.
Please don't use the library from before in this snippet, just plain code | Here is plain code.
Convert this list into a table with four columns | Done.
Make it short, I have to read it out in a minute | Here is a short one.
Give me that in bullet points | - one - two
Let's go with the blue one for this picture | Here it is in blue.
Let's use 350 instead of 300 in the calculation, what comes out? | 1,225.
We'll take the first headline for now | All right.
That is wrong, 17 times 23 is 391 | You are right, it is 391.
No, that's not the capital, it is Bern | Right: Bern.
You got it wrong, the file is called notes2.txt | Sorry, I look at notes2.txt.
I'm tired today | Then take it easy.
I am hungry, any idea what to cook with leeks? | A leek tart.
My phone is at 3 percent, quick: what is the number of the taxi? | I have no number for your town.
I have a headache | Drink some water and rest.
I speak too fast in this recording, can you check? | It is about 180 words a minute.
My car is making a weird noise since this morning | It may be the belt.
My team is losing again :( | Oh no.
Remember when we had to wait for dial-up? | Oh yes.
Who was I thinking of, the actor with the hat? | Perhaps Buster Keaton.
Translate "I live in Paris" into Greek | Μένω στο Παρίσι.
Translate: my name is Bond | Je m'appelle Bond.
Rephrase "we decided to close the branch" more kindly | We have made the hard choice to part with our branch.
How do you say "I am allergic to nuts" in Thai? | ฉันแพ้ถั่ว
Ich verwechsle immer Dativ und Akkusativ, was ist es hier? | Dativ.
Ich vergesse immer, wie das geht | Drück die Taste links.
Mach es bitte kürzer | Hier ist es kürzer.
Nenn mir drei Flüsse in Spanien | Ebro, Tajo, Duero.
Das ist falsch, es sind 12 | Stimmt, 12.
Ich habe gerade Hunger | Wie wäre es mit Suppe?
Je confonds toujours ces deux mots, lequel est juste ici ? | Le premier.
Siempre me equivoco con los acentos, ¿está bien así? | Falta uno.
Я всегда путаю эти два слова, какое тут верно? | Второе.
Я никогда не помню, как это пишется | С двумя н.
我总是分不清这两个词，哪个对？ | 第二个。
再短一点 | 好的。
Uvek mešam ta dva padeža, koji je ovde? | Dativ.
Podseti me kako se to piše | Sa jednim n.
Can you explain monads? I never understood them | A monad wraps a value and ...
What is the plan of this building called, the drawing seen from above? | A floor plan.
In the story I live in a lighthouse and my dog is called Admiral, go on from there | The lamp turned above you ...
Pretend I am a doctor from 1890. What do I prescribe? | Rest and a tonic.
Write an e-mail in my name: I prefer to move the meeting to Friday | Dear all, ...
Could you check this sentence: We agreed to meet at noon. | It is correct.
Suppose I work at a bank. Which tax form would I need? | That depends on your country.
If I lived in Rome, how far would the sea be? | About 30 kilometres.
`);

/** Something of it is lasting. */
export const LASTING = exchanges(`
I prefer trains to planes whenever it is possible | Noted.
Please always answer me in metric units | I will.
I never drink alcohol | Good to know.
I always fly with hand luggage only | Noted.
I always work from home on Wednesdays | Noted.
I hate cold calls, mail me instead | All right.
Call me Fitz | Hello Fitz.
My sister is called Gudrun | Nice.
I live in Aarhus, near the harbour | Lovely.
I'm allergic to bee stings | I will keep that in mind.
We decided to publish on Tuesdays | Noted.
Let's go with the oak floor for the flat | Good choice.
From now on write the dates as 2026-11-30 | I will.
Keep your answers brief | OK.
Actually, my birthday is in June, not in July | Sorry, June it is.
I am a vegan | Noted.
I have two daughters | How nice.
Remember that the bins go out on Thursdays | Noted.
I always take my coffee black | Noted.
Don't ever use emojis with me | I will not.
Ich bevorzuge kurze Antworten | Gut.
Ich wohne in Erfurt | Schön.
Ich esse nie Fleisch | Notiert.
Wir haben uns für das Angebot von Lehmann entschieden | Notiert.
Merk dir, dass der Schlüssel bei Frau Abel liegt | Notiert.
Nenn mich bitte Hannes | Hallo Hannes.
Je préfère le thé | C'est noté.
Prefiero los correos cortos | De acuerdo.
Я живу в Казани | Понятно.
Я предпочитаю поезд | Учту.
Зови меня Костя | Привет, Костя.
我住在成都 | 好的。
我喜欢简短的回答 | 好的。
Mi chiamo Donata | Ciao Donata.
Moro em Recife | Que bom.
My boss is Ulrike Thann | Noted.
I work as a piano tuner | Interesting.
I never answer calls before ten | Noted.
I usually prefer the aisle seat | Noted.
Everyone agreed to skip the July issue | Noted.
`);
