/// What documents are made of, for libFuzzer's dictionaries.
extension FuzzTarget {
    static let camlWords = [
        "<CAAnimationGroup>", "<CABasicAnimation>", "<CAEmitterLayer>", "<CAEmitterCell>", "<CAGradientLayer>", "<CAKeyframeAnimation>",
        "<CALayer>", "<CAReplicatorLayer>", "<CAScrollLayer>", "<CAShapeLayer>", "<CASpringAnimation>", "<CATextLayer>",
        "<CATransformLayer>", "<CATransition>", "<CAFilter>", "<CGColor>", "<CGPath>", "<CGPoint>", "<CGRect>", "<CGSize>", "<LKState>",
        "<LKStateAddAnimation>", "<LKStateAddElement>", "<LKStateRemoveAnimation>", "<LKStateRemoveElement>", "<LKStateSetValue>",
        "<LKStateTransition>", "<LKStateTransitionElement>", "<NSArray>", "<NSDictionary>", "<NSNumber>", "</CAAnimationGroup>",
        "</CABasicAnimation>", "</CAEmitterLayer>", "</CAEmitterCell>", "</CAGradientLayer>", "</CAKeyframeAnimation>", "anchorPoint=\"",
        "animations=\"", "autoreverses=\"", "backgroundColor=\"", "beginTime=\"", "bounds=\"", "calculationMode=\"", "colors=\"",
        "compositingFilter=\"", "contentsGravity=\"", "cornerRadius=\"", "duration=\"", "elements=\"", "emitterCells=\"", "fillColor=\"",
        "fillMode=\"", "filters=\"", "fromState=\"", "geometryFlipped=\"", "id=\"", "instanceCount=\"", "key=\"", "keyPath=\"",
        "keyTimes=\"", "lineDashPattern=\"", "lineWidth=\"", "mask=\"", "masksToBounds=\"", "opacity=\"", "path=\"", "position=\"",
        "preservesDepth=\"", "repeatCount=\"", "shadowOpacity=\"", "speed=\"", "stateTransitions=\"", "states=\"", "strokeColor=\"",
        "sublayers=\"", "targetId=\"", "timeOffset=\"", "timingFunction=\"", "toState=\"", "transform=\"", "type=\"", "value=\"",
        "values=\"", "zPosition=\"", "<sublayers>", "<animations>", "<states>", "<stateTransitions>", "<values>", "<keyTimes>",
        "<elements>", "<mask>", "<filters>", "inf", "nan", "1e308", "-1", "0 0 9 9", "rotate(30deg, 0, 0, 1)", "scale(0)",
        "translate(1e9,0)", "perspective(10)", "easeInEaseOut", "&#x41;", "&amp;", "<![CDATA[", "]]>", "<!--", "-->",
        "<?xml version=\"1.0\" encoding=\"UTF-16\"?>",
    ]

    static let lottieWords = [
        "\"a\":", "\"ao\":", "\"asset\":", "\"assets\":", "\"b\":", "\"bl\":", "\"bm\":", "\"blur\":", "\"c\":", "\"ch\":", "\"chars\":",
        "\"cl\":", "\"closed\":", "\"ct\":", "\"d\":", "\"data\":", "\"ddd\":", "\"dr\":", "\"e\":", "\"ef\":", "\"el\":", "\"em\":",
        "\"en\":", "\"eo\":", "\"f\":", "\"fb\":", "\"fc\":", "\"fh\":", "\"fill\":", "\"fl\":", "\"fo\":", "\"fonts\":", "\"fr\":",
        "\"ft\":", "\"g\":", "\"gf\":", "\"gr\":", "\"gs\":", "\"h\":", "\"hd\":", "\"hold\":", "\"i\":", "\"id\":", "\"ind\":",
        "\"inv\":", "\"ip\":", "\"is\":", "\"it\":", "\"j\":", "\"k\":", "\"ks\":", "\"l\":", "\"lc\":", "\"lh\":", "\"list\":",
        "\"lj\":", "\"ls\":", "\"lst\":", "\"m\":", "\"markers\":", "\"masksProperties\":", "\"mb\":", "\"ml\":", "\"mm\":", "\"mn\":",
        "\"mode\":", "\"n\":", "\"ne\":", "\"nm\":", "\"o\":", "\"of\":", "\"op\":", "\"or\":", "\"os\":", "\"p\":", "\"parent\":",
        "\"path\":", "\"pb\":", "\"pe\":", "\"ps\":", "\"pt\":", "\"px\":", "\"py\":", "\"r\":", "\"rc\":", "\"rd\":", "\"refId\":",
        "\"rn\":", "\"rp\":", "\"rs\":", "\"rx\":", "\"ry\":", "\"rz\":", "\"s\":", "\"sa\":", "\"sc\":", "\"sh\":", "\"shapes\":",
        "\"sid\":", "\"sk\":", "\"slots\":", "\"sm\":", "\"so\":", "\"sp\":", "\"sr\":", "\"st\":", "\"sw\":", "\"sy\":", "\"sz\":",
        "\"t\":", "\"td\":", "\"ti\":", "\"tl\":", "\"tm\":", "\"to\":", "\"tp\":", "\"tr\":", "\"tt\":", "\"tw\":", "\"ty\":", "\"u\":",
        "\"v\":", "\"w\":", "\"x\":", "\"xe\":", "\"xf\":", "\"xor\":", "\"xs\":", "\"y\":", "\"z\":", "\"zz\":",
        "{\"a\":1,\"k\":[{\"t\":0,\"s\":[", "\"k\":[", "null", "true", "1e308", "-1e9", "{\"ty\":\"gr\",\"it\":[",
        "{\"ty\":4,\"ks\":{},\"shapes\":[", "{\"ty\":0,\"refId\":\"c\",\"ks\":{}}", "\\u0000", "\\ud800",
    ]

    static let manifestWords = [
        "\"version\":", "\"animations\":", "\"id\":", "\"themes\":", "\"initialTheme\":", "\"initial\":", "\"animation\":", "\"name\":",
        "\"states\":", "\"stateMachines\":", "\"activeAnimationId\":", "\"loop\":", "\"autoplay\":", "\"speed\":", "\"playMode\":",
        "\"intermission\":", "\"direction\":", "\"background\":", "\"rules\":", "\"type\":", "\"value\":", "\"keyframes\":",
        "\"expression\":", "\"Color\"", "\"Scalar\"", "\"Vector\"", "\"Position\"", "\"Gradient\"", "\"Image\"", "\"Text\"", "\"bounce\"",
    ]
}
