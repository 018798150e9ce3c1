/** A person in Osaka: a software firm, a mother far away, a cat. */
export const japanese = `
release-date | 9 | 0.7 | episodic | 中村 | 定例-14 | 在庫アプリのリリースは来月十二日に延期。決済まわりのテストが終わっていないため。
release-freeze | 9 | 0.4 | episodic | 中村 | 定例-14 | 十日以降は仕様変更を受け付けません。
client-complaint | 23 | 0.8 | episodic | 佐伯 | | 丸山商店さんから苦情。伝票の印刷がずれて読めないとのこと。用紙をA5に変えたら直った。
client-contact | 64 | 0.3 | semantic | 佐伯 | | 丸山商店の担当は先月から娘の千夏さんに代わった。電話より LINE のほうが早い。
server-password | 130 | 0.5 | semantic | 中村 | | 検証サーバーの鍵は金庫の中の封筒、番号は中村だけが知っている。
server-reboot | 47 | 0.6 | semantic | リン | | 検証サーバーは毎週月曜の朝五時に再起動します。その間デプロイしないでください。
backup | 88 | 0.2 | episodic | リン | | バックアップが三週間止まっていました。ディスクがいっぱいでした。すみません。
new-member | 5 | 0.9 | short_term | 佐伯 | | 新人の田島くん、来週月曜から。席は窓側、パソコンは私の古いやつ
lunch | 1 | 0.1 | short_term | リン | | 今日のお昼カレーにしませんか?
holiday-lin | 18 | 0.5 | episodic | リン | | 旧正月に台南へ帰ります、二月十四日から二十二日まで休みます。
air-conditioner | 36 | 0.4 | episodic | 佐伯 | | エアコンから変な音。管理会社に電話済み、木曜の午後に見に来る。
trash | 240 | 0.6 | semantic | | | 燃えるごみは火曜と金曜、八時まで。カラス除けの網を必ずかけること。
rent | 205 | 0.3 | semantic | | | 家賃は七万八千円、二十七日に引き落とし。
cat-food | 14 | 0.8 | episodic | | | 麦は鶏のカリカリしか食べない。魚味は全部残した。
cat-vaccine | 58 | 0.2 | episodic | | | 麦のワクチン接種は十月、次は一年後。体重四キロ二百。
mother-hip | 27 | 0.7 | episodic | 姉 | | お母さん、畑で転んで股関節を骨折した。手術は金曜日、三週間は入院だって。
mother-phone | 150 | 0.5 | semantic | 姉 | | お母さんに電話するなら夕方六時より前にね、七時にはもう寝てるから
father-memorial | 75 | 0.9 | semantic | 姉 | | お父さんの七回忌は五月の連休、松江のお寺で。喪服を忘れないで。
train | 110 | 0.4 | semantic | | | 環状線が止まったときは地下鉄の谷町線で天満橋まで行って歩くのがいちばん早い。
dentist | 3 | 0.6 | short_term | | | 歯医者 水曜18:30 親知らず抜く
piano | 42 | 0.1 | episodic | | | ピアノを再開した。ドビュッシーの月の光、まだ二ページ目でつまずく。
neighbour | 31 | 0.3 | episodic | | | 上の階の人が夜中の二時に洗濯機を回すので、管理人さんに手紙を書いてもらった。
okonomiyaki | 320 | 0.8 | semantic | | | お好み焼きの生地には山芋をすりおろして入れる。水は少なめ、混ぜすぎないのがコツ。
wallet | 20 | 0.5 | episodic | | | 財布落とした!!! 交番に届いてた、現金もそのまま。拾ってくれたのは中学生。
gym | 97 | 0.9 | episodic | | | ジムは解約した。半年で四回しか行かなかった。
earthquake | 380 | 0.7 | semantic | | | 地震のとき会社から家まで歩いて三時間半かかった。スニーカーを机の下に置いておく。
first-job | 420 | 0.4 | semantic | | | 最初の会社では毎朝社歌を歌わされて、三か月で辞めた。
wedding | 12 | 0.6 | episodic | 佐伯 | | 実は来年の春に結婚します。相手は大学の登山部の後輩です。まだ社長には言わないで。
allergy | 68 | 0.2 | semantic | | | そばアレルギー。年越しはいつもうどん。
passport | 52 | 0.3 | episodic | | | パスポートの更新、写真を撮り直し。眼鏡が反射してだめだった。

? 在庫アプリのリリースはいつになった? = release-date
? 丸山商店から何の苦情がきたの? = client-complaint
? 今の丸山商店の窓口は誰ですか = client-contact
? 検証サーバーが再起動する時間は? = server-reboot
? リンさんはいつ休みを取る? = holiday-lin
? ごみ出しの曜日を教えて = trash
? 毎月の家賃はいくら? = rent
? 猫の好きなごはんは何? = cat-food
? 母はなぜ病院にいるのか = mother-hip
? 父の法事はどこでやる? = father-memorial
? 電車が動かない日の帰り道は? = train
? 水曜日の予定は何だっけ = dentist
? 佐伯さんの秘密って何 = wedding
? 私が食べられないものは? = allergy

! 中村さんの誕生日はいつ?
! 会社の資本金はいくらですか?
!! 富士山の高さは何メートル?
`;
